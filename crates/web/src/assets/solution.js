// Why moves win and why they lose, in words.

import { element } from "./common.js";

const RANKS = { lose: 0, draw: 1, win: 2 };
// So many other moves are explained before somebody asks for all.
const FEW = 6;

// Whether a move keeps what there is to win.
export const isRight = (puzzle, entry) =>
  entry.verdict !== null && puzzle.verdict !== "lose" && RANKS[entry.verdict] >= RANKS[puzzle.verdict];

// What is to be found.
export function task(puzzle) {
  if (puzzle.verdict === "lose") return "This position is lost: every move loses.";
  if (puzzle.verdict === null) return "This position was not solved in time.";
  if (puzzle.verdict === "draw") return "Nobody can win by force. Find a move that does not lose.";
  return puzzle.only ? "Find the only winning move." : "Find a winning move.";
}

const other = (side) => (side === "left" ? "right" : "left");

// Who answers.
export const opponent = (puzzle) => puzzle.sides[other(puzzle.turn)] ?? "your opponent";

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const code = (text) => element("code", {}, text);

// A line of play: yours and the opponent's moves look different.
export function line(moves, first = 0) {
  const parts = moves.map((move, n) => element("li", { class: (n + first) % 2 === 0 ? "yours" : "theirs" }, code(move)));
  return element("ol", { class: "line", "aria-label": "Line of play" }, ...parts);
}

// Why a move that was tried is wrong.
export function whyWrong(puzzle, entry) {
  if (entry.verdict === null) {
    return [element("p", {}, "Who wins after this move was not found in time.")];
  }
  const [reply, ...rest] = entry.line;
  const loses = entry.verdict === "lose" ? "loses" : "only draws";
  const them = capital(opponent(puzzle));
  if (!reply) return [element("p", {}, code(entry.move), ` ${loses}: ${ended(puzzle)}`)];
  const wins = entry.verdict === "lose" ? " and wins." : ".";
  const parts = [element("p", {}, code(entry.move), ` ${loses}. ${them} answers `, code(reply), wins)];
  if (rest.length > 0) parts.push(element("p", {}, "Play might go on:"), line(rest));
  return parts;
}

const ended = (puzzle) => (puzzle.misere ? "your opponent has no move left, and so wins." : "nothing is left to do.");

// Why the answer is right, and why the other moves are not.
export function whyRight(puzzle, entry) {
  const parts = [];
  const them = opponent(puzzle);
  const wins = entry.verdict === "win";
  const count = entry.plies;
  const more = Math.floor((count ?? 0) / 2);
  const soon = more > 0 ? `, with at most ${more} more ${more === 1 ? "move" : "moves"} of yours` : "";
  if (!wins) parts.push(element("p", {}, code(entry.move), " holds the draw."));
  else if (count === 0) parts.push(element("p", {}, code(entry.move), ` wins at once: ${them} has no move left.`));
  else parts.push(element("p", {}, code(entry.move), ` wins${soon}. You have an answer to everything:`));
  if (entry.answers.length > 0) parts.push(answers(them, entry.answers));
  const failing = puzzle.moves.filter((one) => !isRight(puzzle, one));
  if (failing.length > 0) parts.push(element("h2", {}, "Why the others fail"), ...others(puzzle, failing));
  return parts;
}

function answers(them, rows) {
  const head = element("tr", {}, element("th", { scope: "col" }, `If ${them} plays`), element("th", { scope: "col" }, "you answer"));
  const body = rows.map(([reply, answer]) => element("tr", {}, element("td", {}, code(reply)), element("td", {}, answer ? code(answer) : "nothing: you have no move left, and so win")));
  return element("div", { class: "scroll" }, element("table", { class: "answers" }, element("thead", {}, head), element("tbody", {}, ...body)));
}

function others(puzzle, failing) {
  const item = (one) => {
    const verdict = one.verdict === null ? " was not solved in time" : one.line.length > 0 ? " fails to " : " leaves no move, and so loses";
    // Only in misère play does who has no move win.
    const reply = one.verdict !== null && one.line[0] ? code(one.line[0]) : null;
    return element("li", {}, code(one.move), verdict, reply);
  };
  const list = element("ul", { class: "others" }, ...failing.slice(0, FEW).map(item));
  if (failing.length <= FEW) return [list];
  const rest = element("ul", { class: "others" }, ...failing.slice(FEW).map(item));
  return [list, element("details", {}, element("summary", {}, `Show the other ${failing.length - FEW}`), rest)];
}
