// The page on which a game is played.

import { Board } from "./board.js";
import { $, address, ask, attempt, complain, copy, element, on, send } from "./common.js";
import { endCard, how, result } from "./end.js";
import { Facts } from "./facts.js";
import { Friend } from "./friend.js";
import { nim } from "./nim.js";
import { chosen, recall, start } from "./opponent.js";
import { does, other, person, plate, sideName, subject, you } from "./people.js";
import { Clock } from "./seated.js";
import { Table } from "./table.js";

const board = new Board($("board"), { played: (move) => table.step("move", { move }) });
const facts = new Facts($("facts"));
const table = new Table("play", {
  board,
  facts,
  render,
  analyse,
  failed,
  refused: () => board.show(table.view.svg, table.mine ? table.view.legal : [], shown(table.view)),
  seen: (ply) => (table.looking ? ask("replay", { ...about(), ply }) : ask(`play/${table.view.id}`, { ply, ...table.seat })),
});

const clock = new Clock(table);

const about = () => {
  const { game, start: position, moves, plies, current, first, misere } = table.view;
  return {
    game,
    position,
    moves: moves.slice(0, table.looking ? plies : current).join(";"),
    ...(first === "right" ? { first } : {}),
    ...(misere ? { misere } : {}),
  };
};
const mover = (view, ply) => ((ply % 2 === 0) === (view.first === "left") ? "left" : "right");

// The game as it was shown last.
let before = null;

// How the board is shown: the person's side below, and a move as it is made.
function shown(view) {
  return {
    side: you(view),
    animate: before !== null && before.ply + 1 === view.ply,
  };
}

function render(view) {
  board.show(view.svg, table.mine ? view.legal : [], shown(view));
  board.judge(new Map());
  $("status").textContent = status(view);
  $("remark").textContent = view.remark ?? "";
  $("rescue").hidden = true;
  const mine = you(view) ?? "left";
  $("above").replaceChildren(...plate(view, other(mine)));
  $("below").replaceChildren(...plate(view, mine));
  for (const [id, side] of [["above", other(mine)], ["below", mine]]) {
    $(id).classList.toggle("turns", !view.over && view.turn === side);
  }
  document.title = `${table.mine && view.link ? "Your turn · " : ""}${view.title} · Legatus`;
  if ($("nim")) {
    $("why").hidden = Boolean(view.link && !view.over);
    $("nim").replaceChildren(...(view.nim ? nim(view, prediction(view)) : []));
  }
  if ($("typed")) $("typed").hidden = Boolean(view.over) || Boolean(view.link && !view.link.you);
  $("analysis").hidden = Boolean(view.link && !view.over);
  if (view.link) {
    $("undo").textContent = "Ask to take back";
    for (const id of ["redo", "hint"]) $(id).hidden = true;
  }
  table.list(view.moves, (move) => move);
  $("end") && endCard(view, table.key);
  if (before && !before.over && view.over && table.live) $("end").focus({ preventScroll: window.innerWidth > 760 });
  friend?.show();
  clock.run(table.computer);
  before = view;
}

// Whose turn it is, in one line.
function status(view) {
  if (view.over) return `${result(view)}. ${how(view)}`;
  const turn = `${sideName(view, view.turn)} to move`;
  if (table.looking) return `After move ${view.ply} of ${view.plies}: ${turn}`;
  if (!table.live) return `After move ${view.ply} of ${view.plies}`;
  if (!table.human(view.turn)) return table.paused ? "Paused" : `${subject(view, view.turn)} is thinking…`;
  const mine = you(view);
  if (!mine) return turn;
  if (mine !== view.turn) return "Waiting for your opponent";
  const last = view.ply > 0 ? `${subject(view, other(mine))} played ${view.moves[view.ply - 1]}. ` : "";
  return `${last}Your turn.`;
}

// Who wins from here, said to the person who plays.
function prediction(view) {
  if (view.over) return "";
  const { wins, moves } = view.nim;
  const winner = wins ? view.turn : other(view.turn);
  const loser = other(winner);
  const found = moves.length > 0 ? `: ${moves.join(", or ")}` : "";
  return `${subject(view, winner)} ${does(view, winner, ["win", "wins"])} by playing right, whatever ${person(view, loser)} ${does(view, loser, ["do", "does"])}${wins ? found : ""}`;
}

function analyse({ game, position, misere, loopy, turn }) {
  return facts.show(game, position, { misere, loopy, turn, judged: (verdicts) => board.judge(verdicts) });
}

// The computer did not move: what can be done.
function failed(error) {
  clock.run(false);
  const { view } = table;
  const side = view.turn;
  $("status").textContent = `${subject(view, side)} did not move.`;
  complain(error);
  const button = (words, work, kind) => element("button", { class: kind, onclick: work }, words);
  const seated = (seat) => () => table.step("seat", { side, seat });
  $("rescue").replaceChildren(
    button("Try again", () => {
      table.show(view);
    }, "main"),
    button("Weaker opponent", seated({ strength: view[side].strength === "medium" ? "easy" : "medium" })),
    button("Move myself", seated({ player: "human" })),
  );
  $("rescue").hidden = false;
}

// What a hint says of its move is what is known of it: that it wins, that
// it loses as every other does, or only that it looks best.
function advice({ move, wins, remark }) {
  const reason = remark.replace(/^wins(: |$)/, "");
  const why = reason ? ` (${reason})` : "";
  if (wins === true) return `Hint: ${move} wins${why}.`;
  if (wins === false) return `Hint: ${move}, but it loses against best play${why}.`;
  return `Hint: ${move} looks best${why}.`;
}

const hint = () => attempt(async () => {
  complain(null);
  const { view } = table;
  $("remark").textContent = "Looking for a move…";
  try {
    const found = await send(`play/${view.id}/hint`, table.known(view));
    if (table.view !== view) return;
    $("remark").textContent = advice(found);
    const verdict = found.wins === true ? "win" : found.wins === false ? "lose" : "hint";
    board.judge(new Map([[found.move, verdict]]));
  } catch (error) {
    if (table.view !== view) return;
    $("remark").textContent = "";
    throw error;
  }
});

// A game that was shared goes on as the person says who takes it up.
function playOn() {
  const dialog = $("play-on");
  on("on", "click", () => dialog.showModal());
  dialog.querySelector("form").addEventListener("submit", (event) => {
    const what = event.submitter.value;
    if (what === "cancel") return;
    event.preventDefault();
    const { game, start: position, first, misere, moves, ply } = table.view;
    const people = { left: { player: "human" }, right: { player: "human" } };
    const players = what === "computer" ? chosen(dialog) : people;
    start("play", { game, position, first, misere: Boolean(misere), moves: moves.slice(0, ply), ...players }, event.submitter);
  });
  recall(dialog);
}

if (table.looking) playOn();

on("share-game", "click", (event) => copy(address("/replay", about()), event.target));
const friend = table.view.link && !table.looking ? new Friend(table) : null;
table.begin({ hint });
