// The page on which a game is played.

import { Board } from "./board.js";
import { address, ask, complain, copy, element, send, state } from "./common.js";
import { Facts } from "./facts.js";
import { nim } from "./nim.js";

const NAMES = { left: "Left (Black)", right: "Right (White)" };
const $ = (id) => document.getElementById(id);

let view = state();
let busy = false;
let paused = false;
let facts = null;

const board = new Board($("board"), { played: (move) => step("move", { move }) });

// A game that somebody shared is looked at, not played.
const looking = view.id === null;
const about = () => ({
  game: view.game,
  position: view.start,
  moves: view.moves.slice(0, looking ? view.plies : view.current).join(";"),
  ...(view.first === "right" ? { first: "right" } : {}),
  ...(view.misere ? { misere: "true" } : {}),
});
const live = () => view.ply === view.current;
const seat = (side) => view[side].player;
const mover = (ply) => ((ply % 2 === 0) === (view.first === "left") ? "left" : "right");
const spectated = () => seat("left") !== "human" && seat("right") !== "human";

function render(next) {
  view = next;
  const mine = !looking && live() && !view.over && seat(view.turn) === "human";
  board.show(view.svg, mine ? view.legal : []);
  board.judge(new Map());
  $("status").textContent = status();
  $("nim")?.replaceChildren(...(view.nim ? nim(view, prediction()) : []));
  if (!looking) {
    $("undo").disabled = view.current === 0 && !view.over;
    $("redo").disabled = view.current === view.plies;
    $("hint").disabled = Boolean(view.over) || !live();
    $("resign").disabled = Boolean(view.over);
  }
  $("first").disabled = $("back").disabled = view.ply === 0;
  $("forward").disabled = $("last").disabled = view.ply === view.plies;
  $("edit").href = address("/analyse", { game: view.game, position: view.position });
  const list = view.moves.map((move, number) => element("li", { class: number >= view.current ? "undone" : null },
    element("button", { "aria-current": number + 1 === view.ply ? "true" : null, onclick: () => look(number + 1) }, move)));
  $("moves").replaceChildren(...list);
  // The list scrolls, the page does not.
  const here = $("moves").children[view.ply - 1];
  $("moves").scrollTop = here ? here.offsetTop - $("moves").offsetTop - $("moves").clientHeight / 2 : 0;
  if ($("analysis").open) analyse();
  if (live() && !view.over && seat(view.turn) !== "human" && !paused) setTimeout(reply, spectated() ? 400 : 0);
}

function status() {
  const remark = view.remark ? ` (${view.remark})` : "";
  const last = view.ply > 0 && seat(mover(view.ply - 1)) !== "human" ? `${NAMES[mover(view.ply - 1)]} played ${view.moves[view.ply - 1]}. ` : "";
  if (view.over) return `${last}${view.over.reason}.${remark}`;
  if (looking) return `After move ${view.ply} of ${view.plies}: ${NAMES[view.turn]} to move`;
  const who = seat(view.turn) === "human" ? `${NAMES[view.turn]} to move` : `${NAMES[view.turn]}: ${seat(view.turn)} thinks…`;
  return live() ? `${last}${who}${remark}` : `After move ${view.ply} of ${view.plies}`;
}

// Who wins from here, said to the person who plays.
function prediction() {
  const { wins, moves } = view.nim;
  const other = view.turn === "left" ? "right" : "left";
  const alone = !looking && (seat("left") === "human") !== (seat("right") === "human");
  const how = moves.length > 0 ? `: ${moves.join(", or ")}` : "";
  if (view.over) return "";
  if (alone && seat(view.turn) === "human") {
    return wins ? `You win if you play right${how}` : "You lose if the computer plays right: no move helps";
  }
  if (alone) return wins ? `You lose if the computer plays right${how}` : "You win if you play right";
  return wins ? `${NAMES[view.turn]} wins by playing right${how}` : `${NAMES[other]} wins by playing right, whatever ${NAMES[view.turn]} does`;
}

async function step(what, more = {}) {
  if (busy) return;
  busy = true;
  complain(null);
  try {
    const next = await send(`play/${view.id}/${what}`, { ply: view.current, ...more });
    busy = false;
    render(next);
  } catch (error) {
    busy = false;
    complain(error);
    board.show(view.svg, live() && !view.over && seat(view.turn) === "human" ? view.legal : []);
  }
}

const reply = () => {
  if (live() && !view.over && seat(view.turn) !== "human" && !paused) step("reply");
};

async function look(ply) {
  if (ply < 0 || ply > view.plies) return;
  try {
    const next = looking ? await ask("replay", { ...about(), ply }) : await ask(`play/${view.id}`, { ply });
    render(next);
  } catch (error) {
    complain(error);
  }
}

async function hint() {
  complain(null);
  try {
    const { move, remark } = await send(`play/${view.id}/hint`, { ply: view.current });
    $("status").textContent = `Hint: ${move}${remark ? ` (${remark})` : ""}`;
    board.judge(new Map([[move, "win"]]));
  } catch (error) {
    complain(error);
  }
}

async function analyse() {
  facts ??= new Facts($("facts"));
  await facts.show(view.game, view.position, {
    misere: view.misere,
    loopy: view.loopy,
    turn: view.turn,
    judged: (verdicts) => board.judge(verdicts),
  });
}

if (looking) {
  $("on").addEventListener("click", async () => {
    const { game, position, misere } = about();
    try {
      const { id } = await send("play", { game, position, first: view.first, misere: Boolean(misere), moves: view.moves.slice(0, view.ply) });
      location.href = `/play/${id}`;
    } catch (error) {
      complain(error);
    }
  });
} else {
  $("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = event.target.elements.move;
    if (input.value.trim() === "") return;
    step("move", { move: input.value });
    input.value = "";
  });
  for (const what of ["undo", "redo", "resign"]) $(what).addEventListener("click", () => step(what));
  $("hint").addEventListener("click", hint);
}
$("flip").addEventListener("click", () => board.flip());
$("first").addEventListener("click", () => look(0));
$("back").addEventListener("click", () => look(view.ply - 1));
$("forward").addEventListener("click", () => look(view.ply + 1));
$("last").addEventListener("click", () => look(view.plies));
$("share").addEventListener("click", (event) => copy(address("/analyse", { game: view.game, position: view.position }), event.target));
$("analysis").addEventListener("toggle", () => {
  if ($("analysis").open) analyse();
  else facts?.cancel();
});
$("share-game").addEventListener("click", (event) => copy(address("/replay", about()), event.target));
if (!looking && spectated()) {
  const pause = element("button", { id: "pause", onclick: () => {
    paused = !paused;
    pause.textContent = paused ? "Go on" : "Pause";
    reply();
  } }, "Pause");
  $("undo").before(pause);
}
document.addEventListener("keydown", (event) => {
  const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement?.tagName);
  if (event.ctrlKey && event.key === "z" && !looking) step("undo");
  else if (event.ctrlKey && event.key === "y" && !looking) step("redo");
  else if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  else if (event.key === "?" && !looking) hint();
  else if (event.key === "[") look(view.ply - 1);
  else if (event.key === "]") look(view.ply + 1);
  else if (/^[a-z0-9]$/i.test(event.key) && !looking) {
    // What is typed is a move.
    $("typed").elements.move.focus();
    return;
  } else return;
  event.preventDefault();
});
render(view);
