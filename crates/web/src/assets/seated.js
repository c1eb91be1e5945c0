// What pages share on which a person sits beside cards or a die: who plays,
// how long the computer thinks, and how a game ended.

import { $, complain, element, on, send } from "./common.js";
import { start } from "./opponent.js";
import { other, plate, subject, you } from "./people.js";

// The players above and below the board, the person below.
export function plates(view) {
  const mine = you(view) ?? "left";
  for (const [id, side] of [["above", other(mine)], ["below", mine]]) {
    $(id).replaceChildren(...plate(view, side));
    $(id).classList.toggle("turns", !view.over && view.turn === side);
  }
}

// How long the computer thinks already; after a second it can be told to move.
export class Clock {
  constructor(table) {
    this.table = table;
    this.timer = null;
    on("now", "click", () => {
      const { view } = table;
      $("now").hidden = true;
      send(`${table.path}/${view.id}/now`, table.known(view)).catch(complain);
    });
  }

  run(going) {
    clearInterval(this.timer);
    this.timer = null;
    $("clock").textContent = "";
    $("now").hidden = true;
    if (!going) return;
    const begun = performance.now();
    this.timer = setInterval(() => {
      const seconds = Math.floor((performance.now() - begun) / 1000);
      $("clock").textContent = `${seconds} s`;
      $("now").hidden = seconds < 1;
    }, 1000);
  }
}

// The computer did not move: what can be done.
export function rescue(table, clock, error) {
  clock.run(false);
  const { view } = table;
  $("status").textContent = `${subject(view, view.turn)} did not move.`;
  complain(error);
  $("rescue").replaceChildren(element("button", {
    class: "main",
    onclick: () => {
      complain(null);
      table.show(view);
    },
  }, "Try again"));
  $("rescue").hidden = false;
}

const seat = ({ player, level, strength }) => (strength ? { strength } : { player, ...(level ? { level } : {}) });

// The seats of the same game again, with sides changed if that is wanted.
export function seats({ left, right }, swap) {
  const [one, two] = swap ? [right, left] : [left, right];
  return { left: seat(one), right: seat(two) };
}

// The end card: a heading, sentences, and the next game; `again(swap)` is what
// begins it.
export function endCard(table, heading, sentences, again) {
  const { view } = table;
  const card = $("end");
  if (!view.over || !table.live) {
    card.hidden = true;
    return;
  }
  const mine = you(view);
  const verdict = mine && view.over.winner ? (mine === view.over.winner ? "won" : "lost") : "";
  card.className = `end ${verdict}`;
  const button = (words, swap, kind) => element("button", {
    class: kind,
    onclick: (event) => start(table.path, again(swap), event.target),
  }, words);
  card.replaceChildren(
    element("h2", {}, heading),
    ...sentences.map((sentence) => element("p", {}, sentence)),
    element("div", { class: "buttons" }, button("Rematch", false, "main"), button("Swap sides", true, null),
      element("a", { class: "button", href: $("again").href }, "New game")),
  );
  card.hidden = false;
}

// Of a long list only the end is shown, until somebody wants all.
const SHOWN = 60;
export function shorten() {
  const items = [...$("moves").children];
  const hidden = items.slice(0, -SHOWN);
  $("moves").previousElementSibling?.querySelector("button")?.remove();
  if (hidden.length === 0) return;
  for (const item of hidden) item.hidden = true;
  $("moves").previousElementSibling?.append(" ", element("button", {
    onclick: (event) => {
      for (const item of hidden) item.hidden = false;
      event.target.remove();
    },
  }, `Show all ${items.length}`));
}
