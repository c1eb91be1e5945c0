// The moves of a player in a list: equal ones in one row, the best first.

import { element } from "./common.js";
import { term } from "./term.js";
import { value } from "./value.js";

// What is shown before one asks for all.
const MOST_ROWS = 12;
const MOST_ALL = 300;

export const verdict = (row) => (row.winning === undefined || row.winning === null ? null : row.winning ? "win" : row.draws ? "draw" : "lose");

const SIGNS = { win: "✓ wins", lose: "✗ loses", draw: "= draws" };

// Rows with the same value and verdict, or to the same position, together.
function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const key = `${verdict(row)} ${row.canonical} ${row.orthodox} ${row.value ?? `at ${row.position}`}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return [...groups.values()];
}

// `chosen(row)` is called when a move is made, `hovered(row)` with the one under
// the pointer or the focus, or with null; `why(row)` is an element that tells
// why it wins or loses.
export class MoveList {
  constructor({ chosen = null, hovered = null, why = null } = {}) {
    this.chosen = chosen;
    this.hovered = hovered;
    this.why = why;
  }

  list(rows) {
    const groups = grouped(rows);
    const list = element("ul", { class: "moves-list" });
    const show = (most) => list.replaceChildren(...groups.slice(0, most).map((group) => this.group(group)));
    show(MOST_ROWS);
    if (groups.length <= MOST_ROWS) return [list];
    const all = element("button", { type: "button", onclick: () => {
      show(MOST_ALL);
      all.remove();
      list.children[MOST_ROWS]?.querySelector("button")?.focus();
    } }, `Show all ${rows.length} moves`);
    return groups.length > MOST_ALL ? [list, all, element("p", {}, `The list ends after ${MOST_ALL} rows.`)] : [list, all];
  }

  group(rows) {
    const [first] = rows;
    const kind = verdict(first);
    const others = element("span", { class: "others", hidden: true });
    const count = element("button", { type: "button", class: "link", "aria-expanded": "false", onclick: () => {
      if (others.childElementCount === 0) others.append(...rows.slice(1).map((row) => this.word(row)));
      others.hidden = !others.hidden;
      count.setAttribute("aria-expanded", String(!others.hidden));
    } }, `${rows.length} moves`);
    const worth = first.value === undefined || first.value === null ? [] : [element("span", { class: "to" }, "→ ", value(first.value))];
    const tags = [];
    if (first.canonical) tags.push(term("canonical"));
    if (first.orthodox) tags.push(term("orthodox"));
    if (first.distance) tags.push(`in ${first.distance} ${first.distance === 1 ? "move" : "moves"}`);
    const item = element("li", { class: "group" },
      element("span", { class: `verdict ${kind ?? ""}` }, kind ? SIGNS[kind] : ""),
      element("span", { class: "words" }, this.word(first), rows.length > 1 ? count : "", others, ...worth),
      element("span", { class: "tags" }, ...tags.flatMap((tag) => [tag, " "])));
    if (this.why && kind) item.append(this.reason(first));
    return item;
  }

  word(row) {
    if (!this.chosen) return element("span", { class: "move" }, row.move);
    const over = () => this.hovered?.(row);
    const out = () => this.hovered?.(null);
    return element("button", { type: "button", class: "link move", onclick: () => {
      out();
      this.chosen(row);
    }, onpointerenter: over, onpointerleave: out, onfocus: over, onblur: out }, row.move);
  }

  reason(row) {
    const place = element("div", { class: "why", hidden: true });
    const button = element("button", { type: "button", class: "small", "aria-expanded": "false", "aria-label": `Why: ${row.move}`, onclick: () => {
      if (place.childElementCount === 0) place.append(this.why(row));
      place.hidden = !place.hidden;
      button.setAttribute("aria-expanded", String(!place.hidden));
    } }, "Why?");
    const both = document.createDocumentFragment();
    both.append(button, place);
    return both;
  }
}
