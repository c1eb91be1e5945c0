// The page on which Latrunculus is played: a throw, then pip by pip.

import { Board } from "./board.js";
import { $, NAMES, ask, attempt, complain, element, on, send } from "./common.js";
import { DiceFacts, badge, die, markChances } from "./dice.js";
import { Table } from "./table.js";

const pause = (time) => new Promise((done) => { setTimeout(done, time); });
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const facts = new DiceFacts($("facts"));
const chances = { position: null, pieces: [] };
const board = new Board($("board"), { played: (move) => table.step("move", { move }) });
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
    if (what === "roll") await tumble(next.roll);
    if (what === "reply") await enact(next);
  },
  refused: () => draw(table.view),
});

function render(view) {
  draw(view);
  $("status").textContent = status(view);
  tray(view);
  const { left, right } = view.soldiers;
  $("score").textContent = `Black has ${plural(left, "Soldier")}, White ${right}; ${plural(view.quiet, "turn")} without a kill.`;
  $("words").textContent = view.words;
  $("undo").disabled = view.current === 0 && view.spent === 0 && !view.over;
  $("redo").disabled = view.undone === 0 && (view.current === view.plies || view.spent > 0);
  $("hint").disabled = Boolean(view.over) || !table.live || view.roll === null;
  $("again").disabled = view.ply === 0;
  $("typed").elements.move.disabled = !table.mine || view.roll === null;
  table.list(view.turns, ({ player, roll, move }) => `${player === "left" ? "Black" : "White"} ${roll}: ${move}`);
  if ($("chances").checked) showChances(view);
}

// The board, what can be done on it, and what that costs.
function draw(view) {
  const legal = table.mine ? view.legal : [];
  board.show(view.svg, legal);
  for (const { kill, pips } of legal) {
    if (!kill) continue;
    const spot = board.svg.querySelector(`[data-name="${kill}"]`);
    spot.classList.add("victim");
    badge(spot, `✕${pips}`, "kill");
    spot.setAttribute("aria-label", `${spot.getAttribute("aria-label")}, can be killed for ${plural(pips, "pip")}`);
  }
}

function status(view) {
  if (view.over) return `${view.over.reason}.`;
  if (!table.live) return `After turn ${view.ply} of ${view.plies}`;
  const who = NAMES[view.turn];
  const last = view.turns[view.ply - 1];
  const before = last && view.spent === 0 && !table.human(last.player) ? `${NAMES[last.player]} threw ${last.roll}: ${last.move}. ` : "";
  if (!table.human(view.turn) && (view.roll !== null || !view.own_die)) return `${before}${who}: ${view[view.turn].player} thinks…`;
  if (view.roll === null) return `${before}${who} to throw`;
  if (view.stuck) return `${before}${who} threw ${view.roll} and can do nothing: ${view.stuck}`;
  const done = view.done.length > 0 ? `: ${view.done.join(" ")}` : "";
  return `${before}${who} to move, ${view.roll} thrown${done}; ${plural(view.pips, "pip")} left`;
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
      made.push(element("button", { id: "end", class: all ? "main" : null, disabled: !view.may_end, onclick: () => table.step("end") }, words));
    }
  }
  const focused = $("tray").contains(document.activeElement);
  $("tray").replaceChildren(...made);
  // Who works with keys goes on with what can be done next.
  if (focused) ([$("throw"), $("end")].find((button) => button && !button.disabled) ?? board.here)?.focus();
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
  $("status").textContent = `${NAMES[turn.player]} throws ${turn.roll}: ${turn.move}`;
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
async function again() {
  if (table.busy || table.view.ply === 0) return;
  table.busy = true;
  const next = table.view;
  await attempt(async () => {
    const before = await table.seen(next.ply - 1);
    board.show(before.svg, []);
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
  $("status").replaceChildren(`Hint: ${move} `, ...use);
});

on("again", "click", again);
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
    else if (key === "." && $("end")) $("end").click();
    else if (own_die && roll === null && /^[1-6]$/.test(key)) table.step("roll", { roll: Number(key) });
    else return false;
    return true;
  },
});
