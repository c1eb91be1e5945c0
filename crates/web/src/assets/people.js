// Who plays, in words: You and Computer where one person plays, the game's own
// names for its sides otherwise, and first and second player where both have
// the same moves.

import { element } from "./common.js";

export const other = (side) => (side === "left" ? "right" : "left");

const human = (view, side) => view[side].player === "human";

// The side of the person at this page, if there is one only.
export function you(view) {
  if (view.link) return view.link.you;
  if (human(view, "left") === human(view, "right")) return null;
  return human(view, "left") ? "left" : "right";
}

// What a side is called: its colour, or which player it is.
export const sideName = (view, side) => view.sides?.[side] ?? (side === view.first ? "First player" : "Second player");

// Who plays a side, at the beginning of a sentence.
export function subject(view, side) {
  const mine = you(view);
  if (mine === side) return "You";
  if (mine === null) return view.sides?.[side] ?? (side === view.first ? "The first player" : "The second player");
  return view.link ? "Your opponent" : "The computer";
}

// And inside it.
export function person(view, side) {
  const name = subject(view, side);
  return view.sides?.[side] === name ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

// A verb after the name of who plays a side.
export const does = (view, side, [mine, others]) => (you(view) === side ? mine : others);

const STRENGTHS = { easy: "Easy", medium: "Medium", hard: "Hard", perfect: "Perfect" };

// How strong the computer on a side is.
export function strength({ player, level, strength: known }) {
  if (player === "human") return "";
  return STRENGTHS[known] ?? (level ? `${player}, level ${level}` : player);
}

// The name of a side beside the board, with its colour.
export function plate(view, side) {
  const mine = you(view);
  const name = view.sides?.[side];
  const who = mine === side ? "You" : human(view, side) ? (mine && "Your opponent") : "Computer";
  const about = [who && name, strength(view[side])].filter(Boolean).join(" · ");
  return [
    name ? element("span", { class: "chip", "data-side": name.toLowerCase(), "aria-hidden": "true" }) : null,
    element("strong", {}, who || sideName(view, side)),
    about ? element("span", { class: "about" }, about) : null,
  ].filter(Boolean);
}
