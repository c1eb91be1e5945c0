// Values as they are written in books: `value("{1|-1}")` is an element, and
// so is `<game-value>{1|-1}</game-value>`.
//
// The text of the element is the value in Unicode, so that what is selected
// and copied is whole; what books draw otherwise is drawn over it.

import { copy, element } from "./common.js";
import { LATEX, SPOKEN, UNICODE, fraction, parse, raised, rewrite, write } from "./notation.js";

// Inside longer texts, long options are folded.
const LONG = 240;
const FOLDED = 60;

const span = (kind, ...children) => element("span", { class: kind }, ...children);

// A text that is drawn as another sign.
const drawn = (text, sign) => element("span", { class: "drawn", "data-sign": sign }, span("quiet", text));

const hyphen = () => drawn("-", "−");

function number(text) {
  const digits = text.replace("-", "");
  const sign = text === digits ? [] : [hyphen()];
  if (fraction(digits)) return span("number", ...sign, fraction(digits));
  const [numerator, denominator] = digits.split("/");
  if (denominator === undefined) return span("number", ...sign, digits);
  return span("number", ...sign, span("over", numerator), drawn("/", "⁄"), span("under", denominator));
}

function ups({ up, shape, n }) {
  const arrow = up ? "↑" : "↓";
  if (shape === "power") return span("ups", arrow + raised(n));
  if (shape === "all") return span("ups", arrow, span("over", `[${n}]`));
  return span("ups", UNICODE.ups({ up, shape, n }));
}

function bracket(open, inner, close) {
  const whole = span("bracket", open, inner, close);
  return whole.textContent.length > FOLDED ? foldable(whole) : whole;
}

// Options that open and close by a click, if the value is long.
function foldable(whole) {
  whole.classList.add("foldable");
  return whole;
}

// A fragment would be emptied when it is put somewhere; this is put whole.
const HTML = {
  join: (parts) => (parts.length === 1 ? parts[0] : span("join", ...parts)),
  comma: () => span("comma", ","),
  minus: hyphen,
  number,
  ups,
  star: (n) => span("star", `∗${n}`),
  word: (name) => span(name === "inf" || name === "ω" ? "number" : "word", UNICODE.word(name)),
  tiny: (miny, of) => span("tiny", drawn(miny ? "⧿" : "⧾", miny ? "−" : "+"), span("under", span("quiet", "("), of, span("quiet", ")"))),
  plusMinus: () => "±",
  bracket,
  bars: (n) => span(`bars bars${Math.min(n, 4)}`, "|".repeat(n)),
  and: () => " & ",
  compressed: (all, separator, whole) => {
    const lines = all.map(([name, part]) => span("definition", span("word", name), " = ", part, span("quiet", separator)));
    return span("compressed", ...lines, span("definition", whole));
  },
};

// Long options inside a long value begin closed.
function fold(root) {
  for (const whole of [...root.querySelectorAll(".foldable")].reverse()) {
    if (whole.parentElement.closest(".foldable, .definition") === null) continue;
    const words = `${whole.textContent.length} characters`;
    const button = element("button", { class: "fold", type: "button", "aria-expanded": "false", "aria-label": words, title: words });
    const body = element("span", { hidden: true });
    whole.replaceWith(span("folding", button, body));
    body.append(whole);
    button.addEventListener("click", () => {
      body.hidden = !body.hidden;
      button.setAttribute("aria-expanded", String(!body.hidden));
    });
  }
}

// The element that shows a value; other texts are shown as they are.
// `{ copy: true }` adds a menu that copies it.
export function value(text, { copy: copied = false } = {}) {
  const tree = parse(text);
  let made;
  if (tree === null) {
    made = element("code", { class: "typeset plain", "data-text": text }, text);
  } else {
    const long = text.length > LONG;
    made = element("span", { class: "typeset", "data-text": text, role: long ? "group" : "math", "aria-label": long ? `a value of ${text.length} characters` : write(tree, SPOKEN) },
      write(tree, HTML));
    if (long) fold(made);
  }
  return copied ? span("copied", made, menu(text)) : made;
}

// What the menu offers: the name and the text of each notation.
export const notations = (text) => [
  ["ASCII", text],
  ["Unicode", rewrite(text, UNICODE)],
  ["LaTeX", rewrite(text, LATEX)],
];

function menu(text) {
  const list = element("div", { class: "choices" });
  const whole = element("details", { class: "copying" },
    element("summary", { "aria-label": "Copy the value", title: "Copy" }, span("pages")), list);
  const close = (focus) => {
    whole.open = false;
    if (focus) whole.firstChild.focus();
  };
  whole.addEventListener("toggle", () => {
    if (!whole.open || list.childElementCount > 0) return;
    list.append(...notations(text).map(([name, written]) => element("button", { type: "button", "data-copy": written, onclick: async (event) => {
      await copy(written, event.target);
      setTimeout(close, 600, false);
    } }, name)));
  });
  whole.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && whole.open) {
      event.stopPropagation();
      close(true);
    }
  });
  whole.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !whole.contains(event.relatedTarget)) close(false);
  });
  return whole;
}

// `<game-value>` typesets its text; with the attribute `copy` it has the menu.
class GameValue extends HTMLElement {
  connectedCallback() {
    if (this.querySelector(".typeset")) return;
    this.replaceChildren(value(this.textContent.trim(), { copy: this.hasAttribute("copy") }));
  }
}
customElements.define("game-value", GameValue);
