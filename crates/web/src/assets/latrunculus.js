// The page on which Latrunculus is played: a throw, then pip by pip.

import { Board } from "./board.js";
import { $, ask, attempt, complain, element, on, send } from "./common.js";
import { DiceFacts, badge, die, markChances } from "./dice.js";
import { Way, ways } from "./latrunculus-king.js";
import { does, other, person, sideName, subject, you } from "./people.js";
import { Clock, endCard, plates, rescue, seats, shorten } from "./seated.js";
import { Table } from "./table.js";

const pause = (time) => new Promise((done) => { setTimeout(done, time); });
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const facts = new DiceFacts($("facts"));
const chances = { position: null, pieces: [] };
const board = new Board($("board"), { played: (move) => table.step("move", { move }) });
const way = new Way(board);
let before = null;
const table = new Table("latrunculus", {
  board,
  facts,
  render,
  analyse,
  waits: true,
  known: ({ current, spent }) => ({ ply: current, spent }),
  // A die of one's own has to be thrown for the computer, too.
  ready: ({ own_die, roll }) => !own_die || roll !== null,
  before: async (what, next) => {
    if (what === "reply") clock.run(false);
    if (what === "roll") await tumble(next.roll);
    if (what === "reply") await enact(next);
  },
  refused: () => draw(table.view),
  failed: (error) => rescue(table, clock, error),
});
const clock = new Clock(table);

function render(view) {
  draw(view);
  $("status").textContent = status(view);
  $("remark").textContent = view.remark ? `Computer: ${view.remark}.` : refused(view);
  $("rescue").hidden = true;
  plates(named(view));
  tray(view);
  const { left, right } = view.soldiers;
  const quiet = view.quiet > 0 ? ` ${plural(view.quiet, "turn")} without a kill.` : "";
  $("score").textContent = `Black has ${plural(left, "Soldier")}, White ${right}.${quiet}`;
  $("words").textContent = view.words;
  $("undo").disabled = view.current === 0 && view.spent === 0 && !view.over;
  $("redo").disabled = view.undone === 0 && (view.current === view.plies || view.spent > 0);
  $("hint").disabled = !table.mine || view.roll === null;
  $("replay").disabled = view.ply === 0;
  $("advice").replaceChildren();
  $("typed").elements.move.disabled = !table.mine || view.roll === null;
  table.list(view.turns, ({ player, roll, move }) => `${subject(view, player)} ${roll}: ${move}`);
  shorten();
  endCard(table, view.over ? result(view) : "", view.over ? [how(view)] : [], again);
  if (before && !before.over && view.over && table.live) $("end").focus({ preventScroll: window.innerWidth > 760 });
  clock.run(table.computer);
  if ($("chances").checked) showChances(view);
  before = view;
}

// Nobody plays a game with a die perfectly.
function named(view) {
  const seat = (side) => (side.strength === "perfect" ? { player: "Strongest", level: 0 } : side);
  return { ...view, left: seat(view.left), right: seat(view.right) };
}

function again(swap) {
  const { game, start, own_die, first } = table.view;
  return { rules: game.split(":")[1] ?? "", position: start, own_die, first, ...seats(table.view, swap) };
}

// The board, what can be done on it, and what that costs.
function draw(view) {
  const number = (square) => Number(board.svg.querySelector(`[data-name="${square}"]`).dataset.spot);
  const mine = table.mine ? view.legal : [];
  const how = { side: you(view), animate: false };
  board.show(view.svg, mine, how);
  const king = table.mine ? view.king : null;
  const walks = ways(king, number);
  if (walks.length > 0) board.show(view.svg, [...mine, ...walks], how);
  way.king = king;
  way.show();
  for (const { kill, pips } of mine) {
    if (!kill) continue;
    const spot = board.svg.querySelector(`[data-name="${kill}"]`);
    spot.classList.add("victim");
    badge(spot, `✕${pips}`, "kill");
    spot.setAttribute("aria-label", `${spot.getAttribute("aria-label")}, can be killed for ${plural(pips, "pip")}`);
  }
  for (const { square, pips } of table.mine ? view.safe : []) {
    const spot = board.svg.querySelector(`[data-name="${square}"]`);
    badge(spot, `${pips}`, "dear");
    spot.setAttribute("aria-label", `${spot.getAttribute("aria-label")}, to kill it takes ${plural(pips, "pip")}`);
  }
}

// What cannot be done with the pips that are left.
function refused(view) {
  if (!table.mine || !view.safe?.length) return "";
  const dear = view.safe.slice(0, 4).map(({ square, pips }) => `${square} takes ${pips}`).join(", ");
  return `Too few pips to kill: ${dear}${view.safe.length > 4 ? ", …" : ""}.`;
}

function result(view) {
  const { winner } = view.over;
  if (!winner) return "A draw";
  if (you(view)) return you(view) === winner ? "You won" : "You lost";
  return `${subject(view, winner)} won`;
}

// How the game ended, as a sentence.
function how(view) {
  const { winner, how: ended } = view.over;
  const { soldiers, quiet } = view;
  const of = (side) => `${subject(view, side)} ${does(view, side, ["have", "has"])} ${plural(soldiers[side], "Soldier")}`;
  if (!winner) return `Nobody was killed for ${plural(quiet, "turn")}, and both sides have ${plural(soldiers.left, "Soldier")}.`;
  const loser = other(winner);
  if (ended === "resigned") return `${subject(view, loser)} resigned.`;
  if (!view.position.includes(loser === "left" ? "B" : "W")) {
    return `${you(view) === loser ? "Your" : `${subject(view, loser)}'s`} King is dead.`;
  }
  const count = `${of(winner)}, ${person(view, loser)} ${soldiers[loser]}`;
  if (quiet > 0) return `Nobody was killed for ${plural(quiet, "turn")}. ${count}.`;
  return `${count}: a lead of ${soldiers[winner] - soldiers[loser]} wins.`;
}

// Whose turn it is, in one line.
function status(view) {
  if (view.over) return `${result(view)}. ${how(view)}`;
  if (!table.live) return `After turn ${view.ply} of ${view.plies}`;
  const { turn } = view;
  const last = view.turns[view.ply - 1];
  const told = last && view.spent === 0 && view.roll === null && !table.human(last.player) ? `${subject(view, last.player)} threw ${last.roll}: ${last.move}. ` : "";
  if (!table.human(turn) && (view.roll !== null || !view.own_die)) return table.paused ? "Paused" : `${told}${subject(view, turn)} is thinking…`;
  const mine = you(view);
  if (view.roll === null) {
    if (mine === turn) return `${told}Your turn: throw the die.`;
    return `${told}${subject(view, turn)} ${does(view, turn, ["throw", "throws"])} the die.`;
  }
  const who = mine === turn ? "You" : sideName(view, turn);
  const threw = `${who} threw ${view.roll}`;
  if (view.stuck) return `${threw} and can do nothing: ${view.stuck === "pass" ? "pass" : "the King falls"}.`;
  const done = view.done.length > 0 ? `: ${view.done.join(" ")}` : "";
  return `${threw}${done}; ${plural(view.pips, "pip")} left.`;
}

// The die and what can be done with it.
function tray(view) {
  const going = table.live && !view.over;
  const shown = going ? view.roll : view.turns[view.ply - 1]?.roll;
  const spent = going && shown ? shown - view.pips : 0;
  const label = shown ? `The die shows ${shown}${going ? `, ${plural(view.pips, "pip")} left` : ""}` : "The die is not thrown";
  const made = [element("span", { role: "img", "aria-label": label }, die(shown, spent))];
  if (going) {
    if (view.own_die && view.spent === 0 && (view.roll === null || table.mine)) {
      made.push(element("span", { class: "buttons", role: "group", "aria-label": "What your die shows" },
        ...[1, 2, 3, 4, 5, 6].map((pips) => element("button", {
          class: "face", "aria-label": `My die shows ${pips}`, onclick: () => table.step("roll", { roll: pips }),
        }, die(pips)))));
    } else if (table.mine && view.roll === null) {
      made.push(element("button", { id: "throw", class: "main", onclick: () => table.step("roll") }, "Throw the die"));
    }
    if (table.mine && view.roll !== null) {
      const all = view.legal.length === 0;
      const words = view.stuck === "pass" ? "Pass" : view.stuck ? "The King falls" : "End turn";
      made.push(element("button", { id: "end-turn", class: all ? "main" : null, disabled: !view.may_end, onclick: () => table.step("end") }, words));
    }
  }
  const focused = $("tray").contains(document.activeElement);
  $("tray").replaceChildren(...made);
  // Who works with keys goes on with what can be done next.
  if (focused) ([$("throw"), $("end-turn")].find((button) => button && !button.disabled) ?? board.here)?.focus();
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// The die rolls before it shows what was thrown.
async function tumble(shows) {
  const place = $("tray").querySelector(".die");
  if (!place || still()) return;
  let shown = place;
  for (let turn = 0; turn < 5; turn += 1) {
    const next = die(turn === 4 ? shows : 1 + Math.floor(Math.random() * 6));
    shown.replaceWith(next);
    shown = next;
    await pause(70);
  }
}

// Shows the last turn of a view, action by action, on the board as it stands.
async function enact(next) {
  const turn = next.turns[next.ply - 1];
  if (!turn) return;
  $("status").textContent = `${subject(next, turn.player)} threw ${turn.roll}: ${turn.move}`;
  const shown = $("tray").querySelector(".die");
  shown?.replaceWith(die(turn.roll));
  if (still()) return pause(300);
  const pieces = new Map(board.spots.map((spot) => [spot.dataset.name, { spot, piece: spot.querySelector(".piece") }]));
  const middle = (name) => {
    const { left, right, top, bottom } = pieces.get(name).spot.querySelector(".square").getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const standing = new Map();
  const at = (name) => (standing.has(name) ? standing.get(name) : { home: name, piece: pieces.get(name).piece });
  await pause(250);
  for (const { walk, kill } of next.last) {
    if (kill) {
      const { piece } = at(kill);
      await piece?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 350, fill: "forwards" }).finished;
      standing.set(kill, { home: kill, piece: null });
      continue;
    }
    const moved = at(walk[0]);
    standing.set(walk[0], { home: walk[0], piece: null });
    standing.set(walk.at(-1), moved);
    if (!moved.piece) continue;
    board.svg.append(pieces.get(moved.home).spot);
    const scale = board.svg.getScreenCTM().a;
    const [x, y] = middle(moved.home);
    for (const square of walk.slice(1)) {
      const [tx, ty] = middle(square);
      const there = `translate(${(tx - x) / scale}px, ${(ty - y) / scale}px)`;
      const from = moved.there ?? "translate(0px, 0px)";
      await moved.piece.animate([{ transform: from }, { transform: there }], { duration: 260, fill: "forwards", easing: "ease-in-out" }).finished;
      moved.there = there;
    }
    await pause(90);
  }
  await pause(200);
}

// Shows the turn before the position that is looked at.
async function replay() {
  if (table.busy || table.view.ply === 0) return;
  table.busy = true;
  const next = table.view;
  await attempt(async () => {
    const before = await table.seen(next.ply - 1);
    board.show(before.svg, [], { side: you(before), animate: false });
    await enact(next);
  });
  table.busy = false;
  table.show(next);
}

async function analyse(view) {
  facts.player = view.turn;
  facts.roll = view.roll === null ? "" : `${view.roll}`;
  const free = table.mine && view.roll !== null && view.spent === 0;
  await facts.show(view.game, view.before, {
    chosen: free ? ({ roll, move }) => (roll === view.roll ? table.step("move", { move }) : null) : null,
  });
}

const showChances = ({ game, position }) => attempt(async () => {
  if (chances.position !== position) {
    const { pieces } = await ask("analyse", { game, position, roll: 1, turns: 1, level: 1 });
    Object.assign(chances, { position, pieces });
  }
  if (position === table.view.position && $("chances").checked) markChances(board.svg, chances.pieces);
});

const hint = () => attempt(async () => {
  complain(null);
  const { id, spent } = table.view;
  const { move } = await send(`latrunculus/${id}/hint`, table.known(table.view));
  const use = spent === 0 && table.mine ? [element("button", { onclick: () => table.step("move", { move }) }, "Do that")] : [];
  $("advice").replaceChildren(element("p", {}, element("strong", {}, `Hint: ${move}.`), " It looks best against all six throws of the reply; with a die nobody knows for certain."), element("div", { class: "buttons" }, ...use));
});

on("replay", "click", replay);
on("chances", "change", () => {
  draw(table.view);
  if ($("chances").checked) showChances(table.view);
});
table.begin({
  hint,
  said: (text) => {
    const move = text.trim();
    // As in the terminal, nothing more to do is the end of the turn.
    if (move === "" || move === "end") table.step("end");
    else table.step("move", { move });
  },
  typed: /^[a-hx]$/i,
  keys: (key) => {
    const { own_die, roll } = table.view;
    if (key === "t" && $("throw")) $("throw").click();
    else if (key === "." && $("end-turn")) $("end-turn").click();
    else if (own_die && roll === null && /^[1-6]$/.test(key)) table.step("roll", { roll: Number(key) });
    else return false;
    return true;
  },
});
