// The page on which positions and sums are explored.

import { $, address, ask, attempt, complain, download as save, element, example, on, read, state } from "./common.js";
import { DiceFacts, markChances } from "./dice.js";
import { editors } from "./edit.js";
import { Facts } from "./facts.js";
import { GameTree } from "./game-tree.js";
import { number } from "./graphs.js";
import { about, call, same, sideName } from "./position.js";
import { Proof } from "./proof.js";
import { StudyForms, linked, path, placed, remember, remembered, resolve, spoken } from "./study.js";
import { Summands } from "./summands.js";
import { term } from "./term.js";
import { value } from "./value.js";
import { START, Variations } from "./variations.js";

const form = $("subject");
const exact = new Facts($("facts"));
const dice = new DiceFacts($("facts"));
let facts = exact;

// The moves from the start, what is shown of where one is, and who is to move.
let variations = null;
let shown = null;
let side = "left";
let tool = "move";
// The starts that were left, for who goes back to them.
const left = new Map();
const key = (start) => JSON.stringify(about(start));

const boards = new Summands($("board"), { played: (row) => make([row]), removed: (place) => drop(place) });
// The board, if there is one and nothing else.
const only = () => (shown?.single ? { game: first().game, position: first().position } : null);
const tree = new GameTree(only);
const proof = new Proof(() => ({ ...about(variations.subject()), ...misere() }));
const study = new StudyForms({
  current: () => variations,
  opened: (opened) => begin(opened),
  changed: () => listed(),
  removed: () => {
    variations.remove(variations.at);
    history.replaceState(marked(null), "", placed(variations, side));
    look();
  },
});

// The moves that led here, and then others: they tell where dominoes were laid.
// Moves that are too many for a request only leave the dominoes out.
function made(...more) {
  const moves = [...variations.path().map((place) => variations.nodes[place].move), ...more].join(";");
  return moves && moves.length < LONGEST_MOVES ? { moves } : {};
}
// Those in one summand, without its number.
function madeIn(place, ...more) {
  const { moves = "" } = made(...more);
  if (shown.terms.length === 1) return moves ? { moves } : {};
  const own = moves.split(";").filter((move) => move.startsWith(`${place + 1}: `));
  return { moves: own.map((move) => move.slice(move.indexOf(": ") + 2)).join(";") };
}
const LONGEST_MOVES = 8000;

const misere = () => (variations.misere ? { misere: true } : {});

// What the history has of a place; `from` is where one came from.
const marked = (from) => ({ start: key(variations.start), path: spoken(variations), side, from });

// Goes to a place of the tree. To go back to where one came from is the same
// as the browser's Back.
function go(place) {
  if (place === variations.at) return;
  const from = marked(null).path;
  const target = spoken(variations, place);
  if (history.state?.from === target) {
    history.back();
    return;
  }
  variations.at = place;
  side = turn();
  history.pushState({ ...marked(null), from }, "", placed(variations, side));
  look();
}

// Who is to move at a place: the other one than who moved last.
const turn = () => variations.turn(side);

// Makes moves one after the other.
function make(rows) {
  let at = variations.at;
  for (const { player, move, position } of rows) at = variations.add(player, move, position, at);
  go(at);
}

// Shows another start, or a study.
function begin(next, from = null) {
  if (variations) left.set(key(variations.start), variations);
  variations = next;
  side = variations.here ? turn() : side;
  history.pushState({ ...marked(null), from }, "", placed(variations, side));
  return look();
}

const start = (subject) => begin(new Variations(subject, variations?.misere ?? false));

window.addEventListener("popstate", (event) => attempt(async () => {
  const asked = new URLSearchParams(location.search);
  const known = event.state && (key(variations.start) === event.state.start ? variations : left.get(event.state.start));
  if (!known) {
    await open(asked);
    return;
  }
  if (known !== variations) {
    left.set(key(variations.start), variations);
    variations = known;
  }
  variations.at = followed(variations, path(event.state.path)) ?? START;
  side = event.state.side;
  look();
}));

// The place that moves lead to, if they are all in the tree.
function followed(tree, moves) {
  let at = START;
  for (const { player, move } of moves) {
    at = tree.following(at).find((place) => tree.nodes[place].player === player && tree.nodes[place].move === move);
    if (at === undefined) return null;
  }
  return at;
}

// Shows what is where one is.
let looks = 0;
async function look() {
  looks += 1;
  const mine = looks;
  complain(null);
  peek(null);
  const subject = variations.subject();
  let next;
  try {
    next = await ask("explore", { ...about(subject), ...misere(), ...made() });
  } catch (error) {
    if (mine === looks) forget(error);
    return;
  }
  if (mine !== looks) return;
  // What the pointer passed while this was asked is of another position.
  peek(null);
  shown = next.dice ? { single: true, terms: [next], text: next.position, dice: true } : next;
  remember(variations);
  form.position.value = subject.expression ?? shown.text;
  form.game.value = subject.expression === undefined ? subject.game : "";
  paint(true);
  sides();
  palette();
  listed();
  links();
  tree.renew();
  proof.clear();
  tell();
}

// What was shown is about something else: nothing of it stays.
function forget(error) {
  complain(error);
  shown = null;
  facts.cancel();
  exact.clear();
  $("board").replaceChildren();
  for (const id of ["palette", "size", "side", "tree-picture"]) $(id).replaceChildren();
  proof.clear();
}

const first = () => shown.terms[0];
const rows = () => shown.terms.flatMap((part) => part[side].map((row) => ({ ...row, player: side })));

// Asks what is known.
function tell() {
  const subject = variations.subject();
  facts.cancel();
  facts = shown.dice ? dice : exact;
  if (shown.dice) {
    facts.show(subject.game, shown.text, {
      chosen: (row) => start({ game: subject.game, position: row.position }),
      judged: (pieces) => markChances(boards.board.svg, pieces),
    });
    return;
  }
  const several = shown.terms.length > 1;
  const single = shown.single ? first() : null;
  const parts = several ? shown.terms.map(({ expression }) => ({ subject: { expression } }))
    : (single?.parts ?? []).map(({ position, svg }) => ({ svg, subject: { game: single.game, position } }));
  facts.show(subject.game, subject.position, {
    subject,
    ...misere(),
    loopy: shown.loopy,
    impartial: shown.impartial,
    bound: single?.bound,
    count: single?.count,
    nim: single?.nim,
    sides: boardSides(),
    turn: side,
    moves: rows(),
    several,
    parts,
    told: (place, answer) => boards.tell(place, value(answer.value), ", ", term("temperature"), ` ${answer.temperature}`),
    hottest: (heats) => {
      const most = Math.max(...heats.map(([, heat]) => number(heat)));
      boards.hottest(heats.filter(([, heat]) => number(heat) === most && most > -1).map(([place]) => place));
    },
    chosen: (row) => make([row]),
    walk: make,
    hovered: peek,
    judged: (verdicts) => boards.judge(verdicts),
  });
}

// The names of the sides, if the boards agree on them.
function boardSides() {
  const names = shown.terms.filter(({ sides: own }) => own).map(({ sides: own, negated }) => (negated ? null : own));
  const [one] = names;
  return one && names.every((own) => JSON.stringify(own) === JSON.stringify(one)) ? one : { left: shown.impartial ? null : "Left", right: shown.impartial ? null : "Right" };
}

// One of several choices, with what to do when it is made.
const radio = (name, value, chosen, words, onchange) => element("label", {},
  element("input", { type: "radio", name, value, checked: value === chosen, onchange }), words);

// Who is to move, as a switch; and whether who cannot move wins.
function sides() {
  if (shown.dice) {
    $("side").replaceChildren();
    return;
  }
  const names = boardSides();
  const choice = (player) => radio("player", player, side, sideName(names, player), () => {
    side = player;
    history.replaceState({ ...history.state, side }, "", placed(variations, side));
    paint();
    tell();
  });
  const rules = element("label", {}, element("input", {
    type: "checkbox",
    checked: variations.misere,
    onchange: (event) => {
      variations.misere = event.target.checked;
      history.replaceState(history.state, "", placed(variations, side));
      look();
    },
  }), "Misère");
  const both = shown.impartial ? [] : ["left", "right"].map(choice);
  $("side").replaceChildren(...(both.length > 0 ? [element("span", {}, "To move:")] : []), ...both, rules);
}

function palette() {
  const place = [$("palette"), $("size")];
  $("edit").hidden = !shown.single;
  $("adding").hidden = Boolean(shown.dice) || shown.loopy;
  if (!shown.single) {
    tool = "move";
    for (const part of place) part.replaceChildren();
    return;
  }
  const editor = editors[first().kind];
  const tools = [["move", shown.dice ? "only look" : "make moves"], ...editor.tools(first())];
  if (!tools.some(([name]) => name === tool)) tool = "move";
  const made = tools.map(([name, words]) => radio("tool", name, tool, words, () => {
    tool = name;
    paint();
  }));
  place[0].replaceChildren(...made);
  const buttons = editor.buttons(first(), boards.board.spots);
  place[1].replaceChildren(...buttons.map(([name, words]) => element("button", { type: "button", onclick: () => change(editor.pressed(first(), name)) }, words)));
}

// Another position of the same game and variant.
const change = (position) => position !== null && start({ game: variations.start.game ?? first().game, position });

// Clicks move pieces, or paint.
function paint(animate = false) {
  const painted = tool === "move" ? null : (spot, name) => put(name);
  boards.show(shown, side, { painted, animate });
}

function put(name) {
  const { spots } = boards.board;
  const place = [...spots].findIndex((spot) => spot.dataset.name === name);
  change(editors[first().kind].painted(first(), tool, place, spots.length, name));
}

// The position after a move, while the pointer or the focus is on it.
const pictures = new Map();
let wanted = 0;
async function peek(row) {
  wanted += 1;
  const mine = wanted;
  const part = row && shown?.terms[row.place];
  if (!part || part.kind === "value") {
    boards.preview(null, null);
    return;
  }
  const laid = part.svg.includes('data-figure="tile"');
  const query = `${new URLSearchParams({ game: part.game, position: row.after, ...(laid ? madeIn(row.place, row.move) : {}) })}`;
  if (!pictures.has(query)) pictures.set(query, fetch(`/api/v1/board.svg?${query}`).then((response) => (response.ok ? response.text() : null), () => null));
  const svg = await pictures.get(query);
  if (mine === wanted && svg) boards.preview(row.place, svg);
}

// The tree of moves, and what is said of where one is.
function listed() {
  variations.show($("variations"), go);
  if (!$("remark").contains(document.activeElement)) study.show();
  const at = variations.at;
  for (const [id, off] of [["start", at === START], ["back", at === START], ["forward", variations.following().length === 0], ["end", variations.following().length === 0]]) $(id).disabled = off;
  remember(variations);
}

// Where the position is played.
function links() {
  const { game } = first() ?? {};
  const name = game?.split(":")[0];
  $("begin").hidden = !shown.single;
  if (shown.dice) $("begin").href = address("/game/latrunculus", { game, position: shown.text });
  else if (shown.single) $("begin").href = address(`/game/${name}`, { ...(name === game ? {} : { game }), position: shown.text });
  for (const button of document.querySelectorAll("[data-save^=thermograph], [data-save^=value]")) button.hidden = Boolean(shown.dice) || shown.loopy;
  for (const button of document.querySelectorAll("[data-save^=board]")) button.hidden = !shown.single;
}

// Sums: what is added stands behind, what is removed leaves the others.
const joined = (expressions) => expressions.reduce((all, one) => (one.startsWith("-") ? `${all} - ${one.slice(1)}` : `${all} + ${one}`));

function drop(place) {
  const rest = shown.terms.filter((part, number) => number !== place);
  if (rest.length === 1 && rest[0].kind !== "value" && !rest[0].negated) start({ game: rest[0].game, position: rest[0].position });
  else start({ expression: rest.length === 0 ? "0" : joined(rest.map(({ expression }) => expression)) });
}

on("add", "submit", (event) => {
  event.preventDefault();
  const { what, which } = event.target.elements;
  const words = which.value.trim();
  if (!shown || !words) return;
  const added = what.value === "" ? `(${words})` : call(what.value, words);
  start({ expression: joined([shown.expression, added]) });
});
$("add").elements.what.addEventListener("change", (event) => attempt(async () => {
  const game = event.target.value;
  event.target.form.elements.which.value = game === "" ? "*2" : await example(game) ?? "";
}));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = form.position.value;
  start(form.game.value === "" ? { expression: text } : { game: form.game.value, position: text });
});
form.game.addEventListener("change", () => attempt(async () => {
  const game = form.game.value;
  if (game === "") start({ expression: shown?.expression ?? "0" });
  else start({ game, position: await example(game) ?? form.position.value });
}));

on("start", "click", () => go(START));
on("back", "click", () => go(variations.parent()));
on("forward", "click", () => go(variations.following()[0] ?? variations.at));
on("end", "click", () => go(variations.end()));
on("flip", "click", () => boards.flip());
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea, #board, dialog")) return;
  if (event.key === "ArrowLeft") go(variations.parent());
  else if (event.key === "ArrowRight") go(variations.following()[0] ?? variations.at);
  else return;
  event.preventDefault();
});

// An SVG picture as a PNG, twice as large for print.
async function png(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const box = parsed.viewBox.baseVal;
  parsed.setAttribute("width", box.width * 2);
  parsed.setAttribute("height", box.height * 2);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(parsed)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = element("canvas", { width: box.width * 2, height: box.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function file(what, kind) {
  const subject = about(variations.subject());
  if (what === "study") return new Blob([(await resolve(variations.written())).text], { type: "text/plain" });
  if (what === "value") {
    const { value: text } = await ask("value", { ...subject, notation: kind === "tex" ? "latex" : "ascii" });
    return new Blob([text], { type: "text/plain" });
  }
  if (what === "analysis") return new Blob([JSON.stringify({ ...subject, ...facts.answers }, null, 1)], { type: "application/json" });
  const response = await fetch(`/api/v1/${what}.svg?${new URLSearchParams(what === "board" ? { ...only(), ...madeIn(0) } : subject)}`);
  if (!response.ok) await read(response);
  const svg = await response.text();
  return kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : png(svg);
}

document.addEventListener("click", (event) => {
  const name = event.target.dataset?.save;
  if (!name || !shown) return;
  complain(null);
  attempt(async () => save(name, await file(...name.split("."))));
});

// What the address asks for: a start and moves, a study, or all of a link.
async function open(asked) {
  const given = state();
  const expression = asked.get("expression") ?? given.expression;
  const subject = asked.has("game") || !expression ? { game: asked.get("game") ?? given.game, position: asked.get("position") ?? given.position } : { expression };
  side = asked.get("side") === "right" ? "right" : "left";
  let next = null;
  try {
    next = await linked(subject) ?? remembered(subject) ?? new Variations(subject);
    if (asked.get("misere") === "true") next.misere = true;
    const moves = path(asked.get("moves") ?? "");
    let at = followed(next, moves);
    if (at === null) {
      ({ variations: next } = await resolve({ ...about(subject), misere: next.misere, nodes: moves }));
      at = next.nodes.length - 1;
    }
    next.at = at;
    if (next.here && !asked.has("side")) side = next.turn(side);
  } catch (error) {
    variations = new Variations(subject);
    await look();
    complain(error);
    return;
  }
  variations = next;
  if (!same(variations.start, subject)) variations.at = START;
  history.replaceState({ ...marked(null), from: history.state?.from ?? null }, "", placed(variations, side));
  await look();
}

open(new URLSearchParams(location.search));
