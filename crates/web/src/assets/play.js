// The page on which a game is played.

import { Board } from "./board.js";
import { $, NAMES, address, ask, attempt, complain, copy, on, send } from "./common.js";
import { Facts } from "./facts.js";
import { nim } from "./nim.js";
import { Table } from "./table.js";

const board = new Board($("board"), { played: (move) => table.step("move", { move }) });
const facts = new Facts($("facts"));
const table = new Table("play", {
  board,
  facts,
  render,
  analyse,
  seen: (ply) => (table.looking ? ask("replay", { ...about(), ply }) : ask(`play/${table.view.id}`, { ply })),
});

const about = () => {
  const { game, start, moves, plies, current, first, misere } = table.view;
  return {
    game,
    position: start,
    moves: moves.slice(0, table.looking ? plies : current).join(";"),
    ...(first === "right" ? { first } : {}),
    ...(misere ? { misere } : {}),
  };
};
const mover = (view, ply) => ((ply % 2 === 0) === (view.first === "left") ? "left" : "right");

function render(view) {
  board.show(view.svg, table.mine ? view.legal : []);
  board.judge(new Map());
  $("status").textContent = status(view);
  $("nim")?.replaceChildren(...(view.nim ? nim(view, prediction(view)) : []));
  table.list(view.moves, (move) => move);
}

function status(view) {
  const remark = view.remark ? ` (${view.remark})` : "";
  const last = view.ply > 0 && !table.human(mover(view, view.ply - 1)) ? `${NAMES[mover(view, view.ply - 1)]} played ${view.moves[view.ply - 1]}. ` : "";
  if (view.over) return `${last}${view.over.reason}.${remark}`;
  if (table.looking) return `After move ${view.ply} of ${view.plies}: ${NAMES[view.turn]} to move`;
  const who = table.human(view.turn) ? `${NAMES[view.turn]} to move` : `${NAMES[view.turn]}: ${view[view.turn].player} thinks…`;
  return table.live ? `${last}${who}${remark}` : `After move ${view.ply} of ${view.plies}`;
}

// Who wins from here, said to the person who plays.
function prediction(view) {
  const { wins, moves } = view.nim;
  const other = view.turn === "left" ? "right" : "left";
  const alone = !table.looking && table.human("left") !== table.human("right");
  const how = moves.length > 0 ? `: ${moves.join(", or ")}` : "";
  if (view.over) return "";
  if (alone && table.human(view.turn)) {
    return wins ? `You win if you play right${how}` : "You lose if the computer plays right: no move helps";
  }
  if (alone) return wins ? `You lose if the computer plays right${how}` : "You win if you play right";
  return wins ? `${NAMES[view.turn]} wins by playing right${how}` : `${NAMES[other]} wins by playing right, whatever ${NAMES[view.turn]} does`;
}

function analyse({ game, position, misere, loopy, turn }) {
  return facts.show(game, position, { misere, loopy, turn, judged: (verdicts) => board.judge(verdicts) });
}

const hint = () => attempt(async () => {
  complain(null);
  const { move, remark } = await send(`play/${table.view.id}/hint`, table.known(table.view));
  $("status").textContent = `Hint: ${move}${remark ? ` (${remark})` : ""}`;
  board.judge(new Map([[move, "win"]]));
});

if (table.looking) {
  on("on", "click", () => attempt(async () => {
    const { game, start, first, misere, moves, ply } = table.view;
    const { id } = await send("play", { game, position: start, first, misere: Boolean(misere), moves: moves.slice(0, ply) });
    location.href = `/play/${id}`;
  }));
}
on("share-game", "click", (event) => copy(address("/replay", about()), event.target));
table.begin({ hint });
