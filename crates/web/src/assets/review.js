// The page on which a game is looked at again.

import { Board } from "./board.js";
import { $, ask, attempt, complain, element, on, state } from "./common.js";
import { does, other, person, subject, you } from "./people.js";
import { line } from "./solution.js";
import { Standing } from "./standing.js";

// How long the review may take, and how long if one insists.
const SECONDS = 10;
const MORE_SECONDS = 100;

const game = state();
const board = new Board($("board"), { played: () => {} });
const standing = new Standing();
let review = null;
let ply = game.current;

const mover = (n) => (n % 2 === 0 ? game.first : other(game.first));
const name = (side) => subject(game, side);
const wins = (side) => `${person(game, side)} ${does(game, side, ["win", "wins"])}`;

// Who wins after some moves, as a sentence.
function verdict(n) {
  if (!review) return "";
  const found = review.verdicts[n];
  if (!found) return "Who wins from here was not solved in time.";
  if (n === game.current && game.over) return end();
  if (!found.winner) return "With best play nobody wins from here.";
  const moves = found.plies ? `, in ${found.plies} ${found.plies === 1 ? "move" : "moves"} at most` : "";
  return `With best play ${wins(found.winner)} from here${moves}.`;
}

function end() {
  const { winner } = game.over;
  if (!winner) return "The game ended in a draw.";
  const resigned = /resigns/.test(game.over.reason) ? `${name(other(winner))} resigned: ` : "";
  return `${resigned}${name(winner)} won the game.`;
}

async function show(n) {
  ply = Math.max(0, Math.min(game.current, n));
  const view = await ask(`play/${game.id}`, { ply });
  board.show(view.svg, [], { side: you(game) });
  $("status").textContent = ply === 0 ? `The start: ${person(game, mover(0))} to move` : `After move ${ply}: ${person(game, mover(ply - 1))} played ${game.moves[ply - 1]}`;
  $("verdict").textContent = verdict(ply);
  list();
}

// The moves, with who wins after each.
function list() {
  const points = new Set((review?.turning_points ?? []).filter((point) => point.played).map((point) => point.ply));
  const items = game.moves.slice(0, game.current).map((move, n) => {
    const found = review?.verdicts[n + 1];
    const said = !review ? "" : !found ? "not solved" : found.winner ? wins(found.winner) : "draw";
    return element("li", { class: points.has(n) ? "turning" : null },
      element("button", { "aria-current": ply === n + 1 ? "step" : null, onclick: () => attempt(() => show(n + 1)) }, move),
      points.has(n) ? element("span", { class: "lose", role: "img", "aria-label": "turning point" }, "??") : null,
      element("span", { class: "soft" }, said));
  });
  $("moves").replaceChildren(...items);
  const here = $("moves").querySelector("[aria-current]");
  if (here) $("moves").scrollTop = here.offsetTop - $("moves").offsetTop - 80;
}

const WAS = { win: "could win", draw: "could hold the draw" };

// What happened at a turning point.
function point(found) {
  const { player, played, was, became, better, complete } = found;
  const best = better.slice(0, 3).map((move) => element("code", {}, move));
  const joined = best.flatMap((move, n) => (n === 0 ? [move] : [n === best.length - 1 && better.length <= 3 ? " or " : ", ", move]));
  if (better.length > 3) joined.push(` or ${better.length - 3} more`);
  const heading = played ? `Move ${found.ply + 1}: ${name(player)} played ${played}` : `${name(player)} resigned`;
  const after = became === "draw" ? " Now nobody wins by force." : ` Now ${wins(other(player))} with best play.`;
  const parts = [
    element("h3", {}, heading),
    element("p", {}, `${name(player)} ${WAS[was]}`, ...(best.length > 0 ? [" with ", ...joined] : []), ".",
      played ? after : " The game was not lost."),
  ];
  if (found.line.length > 0) parts.push(element("p", { class: "soft" }, "Better play:"), line(found.line));
  if (found.punished.length > 0) parts.push(element("p", { class: "soft" }, "After the move that was made:"), line(found.punished, 1));
  const buttons = [element("button", { onclick: () => attempt(() => lookAt(found.ply)) }, "Show the position")];
  if (better.length > 0) {
    const label = found.puzzle ? "Make a puzzle of it" : was === "win" ? "Practise: find a winning move" : "Practise: find a move that draws";
    buttons.push(element("button", { onclick: () => practise(found) }, label));
    if (!found.puzzle && was === "win" && complete) {
      parts.push(element("p", { class: "soft" }, `${better.length} moves win here, so it is no puzzle with one answer.`));
    }
  }
  parts.push(element("div", { class: "buttons" }, ...buttons));
  return element("article", { class: "point" }, ...parts);
}

// Shows a position, also to somebody who has scrolled down.
async function lookAt(n) {
  await show(n);
  $("board").scrollIntoView({ block: "nearest" });
}

// Keeps the position with one's puzzles, and goes there.
function practise({ ply: n, player, position }) {
  const query = { game: game.game, position, turn: player, ...(game.misere ? { misere: true } : {}) };
  const address = `/learn/puzzles?${new URLSearchParams(query)}`;
  standing.keep({ address, name: `${game.title}, move ${n + 1}` });
  location.href = address;
}

function summary() {
  const { solved, verdicts, turning_points: points } = review;
  const missing = verdicts.length - solved;
  const parts = [element("h2", {}, "Turning points")];
  if (points.length === 0) {
    const none = missing === 0 ? "No move changed who wins with best play." : "None among the positions that were solved.";
    parts.push(element("p", {}, none));
  }
  if (missing > 0) {
    parts.push(element("p", { class: "soft" }, `${missing} of ${verdicts.length} positions were not solved in time; nothing is said of them.`));
  }
  $("points").replaceChildren(...parts, ...points.map(point));
  $("longer").hidden = missing === 0;
}

async function look(seconds) {
  complain(null);
  $("longer").hidden = true;
  $("points").replaceChildren(element("p", {}, "Looking at the game again…"));
  try {
    review = await ask(`play/${game.id}/review`, { seconds });
  } catch (error) {
    $("points").replaceChildren(element("p", {}, "There is no review."));
    throw error;
  }
  summary();
  list();
  $("verdict").textContent = verdict(ply);
}

for (const [id, to] of Object.entries({ first: () => 0, back: () => ply - 1, forward: () => ply + 1, last: () => game.current })) {
  on(id, "click", () => attempt(() => show(to())));
}
on("longer", "click", () => attempt(() => look(MORE_SECONDS)));
window.addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, select, textarea, #board")) return;
  if (event.key === "ArrowLeft") attempt(() => show(ply - 1));
  if (event.key === "ArrowRight") attempt(() => show(ply + 1));
});
attempt(() => show(ply));
attempt(() => look(SECONDS));
