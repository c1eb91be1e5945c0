// The calculator. The server forgets; this page remembers what was named.

import { $, address, ask, complain, copy, element, thermograph } from "./common.js";

const form = $("ask");
const LONGEST = 200;
const KEY = "legatus.calculator";

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};
let entries = kept();

const isName = (text) => /^\s*[A-Za-z_]\w*\s*:?=[^=]/.test(text);

// The statements that named something, so that names mean the same again.
const names = () => entries.filter(({ question, failed }) => !failed && isName(question)).map(({ question }) => question);

function render() {
  const items = entries.map(({ question, answer, failed }) => element("li", {},
    element("button", { class: "link question", title: "Use again", onclick: () => {
      form.expression.value = question;
      form.expression.focus();
    } }, question),
    element("button", { class: "link", onclick: (event) => copy(address("/calculator", { expression: question }), event.target) }, "link"),
    element("div", { class: failed ? "answer lose" : "answer" }, answer)));
  $("history").replaceChildren(...items);
  $("history").scrollTop = $("history").scrollHeight;
}

async function evaluate(question) {
  complain(null);
  const help = /^help\b/.test(question);
  const expression = help ? question : [...names(), question].join("; ");
  const entry = { question, answer: "", failed: false };
  try {
    const answer = await ask("calc", { expression });
    entry.answer = answer.note ? `${answer.text}\nnote: ${answer.note}` : answer.text ?? "";
  } catch (error) {
    entry.answer = error.hint ? `${error.message}: ${error.hint}` : error.message;
    entry.failed = true;
  }
  entries = [...entries, entry].slice(-LONGEST);
  localStorage.setItem(KEY, JSON.stringify(entries));
  render();
  if (!entry.failed && !help) graph(expression);
}

async function graph(expression) {
  const about = new URLSearchParams({ expression });
  try {
    const answer = await ask("thermograph", { expression });
    $("thermograph").replaceChildren(thermograph(answer, `/api/v1/thermograph.svg?${about}`));
  } catch {
    $("thermograph").replaceChildren(element("p", {}, "The last answer has no thermograph."));
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const question = form.expression.value.trim();
  if (question === "") return;
  form.expression.value = "";
  evaluate(question);
});
document.addEventListener("click", (event) => {
  const text = event.target.dataset?.try;
  if (text) evaluate(text);
});
$("history").before(element("div", { class: "buttons" }, element("button", { onclick: () => {
  entries = [];
  localStorage.removeItem(KEY);
  render();
} }, "Clear")));
render();
if (form.expression.value) {
  const question = form.expression.value;
  form.expression.value = "";
  evaluate(question);
}
