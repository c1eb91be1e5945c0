// The page on which puzzles are solved.

import { Board } from "./board.js";
import { $, ask, attempt, complain, element, on, state } from "./common.js";
import { isRight, opponent, task, whyRight, whyWrong } from "./solution.js";
import { Standing } from "./standing.js";

// How long a move is seen before it is answered, in milliseconds.
const PAUSE = 700;
// The nearest puzzles, one of which comes next.
const NEAREST = 12;

const { number, levels } = state();
const standing = new Standing();
const board = new Board($("board"), { played: (move) => attempt(() => play(move)) });
const filters = $("filters");

// The kept puzzles, the set of a seed if one was asked for, and the puzzle on
// the board: what it is called, and whether its first try is over.
let kept = [];
let set = null;
let puzzle = null;
let games = null;
let key = "";
let tried = false;
// Changes when another puzzle is shown, so that nothing late is.
let turn = 0;

const wait = (time) => new Promise((done) => { setTimeout(done, time); });
const about = ({ game, position, turn: side, misere }) => ({ game, position, turn: side, ...(misere ? { misere } : {}) });
const path = (item) => (item.number ? `/learn/puzzles/${item.number}` : `/learn/puzzles?${new URLSearchParams(about(item))}`);

async function load(item) {
  const now = ++turn;
  complain(null);
  $("status").textContent = "Setting up the board…";
  $("next").disabled = true;
  try {
    const found = item.number ? await ask(`puzzles/${item.number}`) : await ask("puzzle", about(item));
    if (now !== turn) return;
    puzzle = { ...found, rating: found.rating ?? item.rating ?? null };
    key = item.number ? String(item.number) : path(item);
    tried = false;
    begin();
  } finally {
    if (now === turn) $("next").disabled = false;
  }
}

// Shows the puzzle, or shows it again.
function begin() {
  const you = puzzle.sides[puzzle.turn];
  board.judge(new Map());
  board.show(puzzle.svg, puzzle.verdict === "lose" ? [] : puzzle.legal, { side: puzzle.turn });
  $("status").textContent = `${you ? `You are ${you}. ` : ""}${task(puzzle)}`;
  const badges = [puzzle.number && `Puzzle ${puzzle.number}`, puzzle.title, puzzle.misere && "Misère: who cannot move wins", puzzle.rating && `Rating ${puzzle.rating}`];
  $("badges").replaceChildren(...badges.filter(Boolean).map((text) => element("span", { class: "badge-text" }, text)));
  attempt(() => explain(puzzle));
  $("again").hidden = true;
  $("show").disabled = puzzle.verdict === "lose" || puzzle.winning.length === 0;
  $("why").replaceChildren();
  $("next").textContent = "Next puzzle";
  document.title = `Puzzle${puzzle.number ? ` ${puzzle.number}` : ""} · Legatus`;
}

// The rules of the game, for who does not know it.
async function explain({ game, misere }) {
  games ??= await ask("games");
  const [name, variant] = game.split(/:(.*)/);
  const info = games.find((one) => one.name === name);
  const known = info?.variants.find((one) => one.name === variant);
  const more = [known && `Here, ${known.name}: ${known.about}.`, misere && "Misère: who cannot move wins."];
  $("rules").querySelector("p").textContent = [info?.rules, ...more].filter(Boolean).join(" ");
}

// The position after some moves.
const after = (moves) => ask("replay", {
  game: puzzle.game, position: puzzle.position, first: puzzle.turn, moves: moves.join(";"),
  ...(puzzle.misere ? { misere: true } : {}),
});

function count(won) {
  if (tried) return;
  tried = true;
  standing.record(key, puzzle.rating, won);
  tell();
}

async function play(move) {
  const now = turn;
  const entry = puzzle.moves.find((one) => one.move === move);
  if (!entry) return;
  if (entry.verdict !== null) count(isRight(puzzle, entry));
  if (isRight(puzzle, entry)) return solved(entry, "Right!");
  $("again").hidden = false;
  $("status").textContent = entry.verdict === null ? "Not solved in time." : `${move} is not it.`;
  $("why").replaceChildren(...whyWrong(puzzle, entry));
  board.show((await after([move])).svg, [], { side: puzzle.turn, animate: true });
  $("again").focus({ preventScroll: true });
  const reply = entry.line[0];
  if (!reply || entry.verdict === null) return;
  await wait(PAUSE);
  if (now !== turn || $("again").hidden) return;
  const view = await after([move, reply]);
  if (now !== turn || $("again").hidden) return;
  board.show(view.svg, [], { side: puzzle.turn, animate: true });
  $("status").textContent = `${move} is not it: ${opponent(puzzle)} answers ${reply}.`;
}

async function solved(entry, word) {
  const now = turn;
  $("again").hidden = true;
  $("show").disabled = true;
  $("status").textContent = `${word} ${entry.move} ${entry.verdict === "win" ? "wins" : "holds the draw"}.`;
  $("why").replaceChildren(...whyRight(puzzle, entry));
  const view = await after([entry.move]);
  if (now === turn) board.show(view.svg, [], { side: puzzle.turn, animate: true });
  $("next").focus({ preventScroll: true });
}

function answer() {
  count(false);
  const best = puzzle.moves.find((one) => isRight(puzzle, one));
  return solved(best, "The answer:");
}

// What the browser knows of who solves.
function tell() {
  const { data } = standing;
  $("rating").textContent = standing.rating;
  $("streak").textContent = data.streak;
  $("longest").textContent = data.longest;
  $("solved").textContent = standing.solved;
  const items = standing.mine.map(({ address, name }) => element("li", {},
    element("span", {}, element("a", { href: address }, name)),
    element("button", { "aria-label": `Remove ${name}`, onclick: () => { standing.forget(address); tell(); } }, "Remove")));
  $("mine").replaceChildren(...items);
  $("own").hidden = items.length > 0;
}

// The next puzzle: of the set, or one that fits and was not tried.
function next() {
  if (set) {
    set.place += 1;
    if (set.place < set.items.length) return set.items[set.place];
    set = null;
    $("set").textContent = "That was the whole set.";
  }
  const { game, level } = Object.fromEntries(new FormData(filters));
  const [least, most] = levels[level] ?? [0, Infinity];
  const fits = kept.filter((one) => (!game || one.game === game) && one.rating >= least && one.rating <= most);
  const open = fits.filter((one) => !standing.tried(String(one.number)) && String(one.number) !== key);
  let pool = open.length > 0 ? open : fits;
  if (level === "near") {
    const far = ({ rating }) => Math.abs(rating - standing.rating);
    pool = [...pool].sort((one, two) => far(one) - far(two)).slice(0, NEAREST);
  }
  return pool[Math.floor(Math.random() * pool.length)] ?? null;
}

async function onward() {
  const item = next();
  if (!item) {
    complain({ message: "there is no such puzzle", hint: "choose another game or difficulty" });
    return;
  }
  history.pushState(item, "", path(item));
  mark();
  await load(item);
}

function mark() {
  if (set) $("set").textContent = `Set ${set.seed}: puzzle ${set.place + 1} of ${set.items.length}`;
}

async function fresh(seed) {
  const { game } = Object.fromEntries(new FormData(filters));
  $("set").textContent = "Making new puzzles…";
  try {
    const items = await ask("puzzles/new", { seed, ...(game ? { game } : {}) });
    if (items.length === 0) throw new Error("no puzzle was found in time; try another number");
    set = { seed, items, place: -1 };
  } catch (error) {
    $("set").textContent = "";
    throw error;
  }
  await onward();
}

async function start() {
  tell();
  const query = new URLSearchParams(location.search);
  if (query.has("level")) filters.elements.level.value = query.get("level");
  kept = await ask("puzzles");
  const own = query.has("position") && { ...Object.fromEntries(query), misere: query.get("misere") === "true" };
  if (number || own) {
    const item = number ? kept[number - 1] : own;
    history.replaceState(item, "");
    await load(item);
  } else if (query.has("seed")) await fresh(query.get("seed"));
  else await onward();
}

on("again", "click", () => { turn += 1; begin(); });
on("show", "click", () => attempt(answer));
on("next", "click", () => attempt(onward));
filters.addEventListener("change", () => { set = null; $("set").textContent = ""; attempt(onward); });
on("fresh", "submit", (event) => {
  event.preventDefault();
  attempt(() => fresh(new FormData(event.target).get("seed")));
});
window.addEventListener("popstate", ({ state: item }) => { if (item) attempt(() => load(item)); });
window.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n" && !$("next").disabled) $("next").click();
  if (event.key === "t" && !$("again").hidden) $("again").click();
});
attempt(start);
