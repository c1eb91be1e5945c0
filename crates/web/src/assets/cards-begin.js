// The page on which a game beside cards is begun.

import { $, ask, complain, element, example, on, picture } from "./common.js";
import { form, seat } from "./form.js";
import { begins, chosen } from "./opponent.js";

const rows = () => [...$("boards").querySelectorAll(".row")];
const board = (row) => ({ game: row.querySelector("select").value, position: row.querySelector("input").value });

// The boards side by side, as they are written down.
async function preview() {
  try {
    const seen = await Promise.all(rows().map(async (row, number) => {
      const { svg, title } = await ask("position", board(row));
      return element("figure", {}, element("figcaption", {}, rows().length > 1 ? `Board ${number + 1}: ${title}` : title), picture(svg));
    }));
    $("preview").replaceChildren(...seen);
    complain(null);
  } catch (error) {
    complain(error);
  }
}

function show() {
  const { stack, komi, challenging } = form.elements;
  $("rule").hidden = !["rule", "bid"].includes(stack.value);
  for (const field of form.querySelectorAll(".ruled")) field.hidden = stack.value === "bid";
  $("komi").hidden = komi.value !== "number";
  $("begins").hidden = komi.value === "bid";
  $("challenge").hidden = !challenging.checked;
  for (const button of form.querySelectorAll(".remove")) button.hidden = rows().length === 1;
}

function stack() {
  const { stack: wanted, top, step, ones, terminal } = form.elements;
  if (wanted.value === "bid") return { top: top.value, step: "1" };
  if (wanted.value !== "rule") return wanted.value;
  const number = ones.value.trim();
  return { top: top.value, step: step.value, ones: number === "" ? null : Number(number), terminal: terminal.value };
}

// What only this form asks for.
function asked() {
  const { stack: cards, komi, given, first, referee, challenging, challenger, appraisal, epsilon } = form.elements;
  return {
    boards: rows().map(board),
    stack: stack(),
    bid: { stack: cards.value === "bid", komi: komi.value === "bid" },
    ...(komi.value === "number" ? { komi: given.value } : {}),
    first: first.value,
    referee: referee.checked,
    ...(challenging.checked ? { challenge: { challenger: challenger.value, appraisal: appraisal.value, epsilon: epsilon.value } } : {}),
  };
}

// The computer as chosen above, or players by name. Who challenges a claim
// plays the side that gains from its error.
function players() {
  if (form.left.value || form.right.value) return { left: seat("left"), right: seat("right") };
  const { opponent, side } = chosen(form);
  return { opponent, side: form.challenging.checked ? form.challenger.value : side };
}

on("add", "click", () => {
  const last = rows().at(-1);
  const row = last.cloneNode(true);
  row.querySelector("select").value = last.querySelector("select").value;
  last.after(row);
  show();
  preview();
  row.querySelector("select").focus();
});
$("boards").addEventListener("click", (event) => {
  if (!event.target.classList.contains("remove") || rows().length === 1) return;
  event.target.closest(".row").remove();
  show();
  preview();
  $("add").focus();
});
$("boards").addEventListener("change", async (event) => {
  const row = event.target.closest(".row");
  if (event.target.tagName === "SELECT") {
    row.querySelector("input").value = await example(event.target.value) ?? "";
  }
  preview();
});
form.addEventListener("change", show);
begins("cards", form, asked, players);
show();
preview();
