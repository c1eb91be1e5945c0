// The page on which positions are edited and analysed.

import { Board } from "./board.js";
import { $, address, ask, attempt, complain, copy, download as save, element, example, on, read, send, state } from "./common.js";
import { DiceFacts, markChances } from "./dice.js";
import { editors } from "./edit.js";
import { Facts } from "./facts.js";

const form = $("subject");
const exact = new Facts($("facts"));
const dice = new DiceFacts($("facts"));
let facts = exact;

let shown = null;
let tool = "move";

const board = new Board($("board"), {
  played: (move) => {
    const found = [...shown.left, ...shown.right].find((row) => row.move === move);
    if (found) show(shown.game, found.position);
  },
});

async function show(game, position) {
  complain(null);
  let next;
  try {
    next = await ask("position", { game, position });
  } catch (error) {
    complain(error);
    return;
  }
  shown = next;
  form.position.value = shown.position;
  history.replaceState(null, "", `/analyse?${new URLSearchParams({ game: shown.game, position: shown.position })}`);
  $("begin").href = address(`/game/${shown.game.split(":")[0]}`, { position: shown.position });
  paint();
  palette();
  for (const button of document.querySelectorAll("[data-save^=thermograph], [data-save^=value]")) {
    button.hidden = Boolean(shown.dice);
  }
  facts.cancel();
  facts = shown.dice ? dice : exact;
  if (shown.dice) {
    $("begin").href = address("/game/latrunculus", { game: shown.game, position: shown.position });
    facts.show(shown.game, shown.position, {
      chosen: (row) => show(shown.game, row.position),
      judged: (pieces) => markChances(board.svg, pieces),
    });
    return;
  }
  facts.show(shown.game, shown.position, {
    loopy: shown.loopy,
    bound: shown.bound,
    count: shown.count,
    parts: shown.parts,
    chosen: (row) => show(shown.game, row.position),
    judged: (verdicts) => board.judge(verdicts),
  });
}

function palette() {
  const editor = editors[shown.kind];
  const tools = [["move", shown.dice ? "only look" : "make moves"], ...editor.tools(shown)];
  if (!tools.some(([name]) => name === tool)) tool = "move";
  const made = tools.map(([name, about]) => element("label", {},
    element("input", {
      type: "radio",
      name: "tool",
      value: name,
      checked: name === tool,
      onchange: () => {
        tool = name;
        paint();
      },
    }), about));
  $("palette").replaceChildren(...made);
  const buttons = editor.buttons(shown, board.spots);
  $("size").replaceChildren(...buttons.map(([name, about]) => element("button", { onclick: () => change(editor.pressed(shown, name)) }, about)));
}

const change = (position) => position !== null && show(shown.game, position);

// Clicks move pieces, or paint.
function paint() {
  const moves = tool === "move";
  board.painted = moves ? null : (spot, name) => put(name);
  const legal = moves ? (shown.impartial ? shown.left : [...shown.left, ...shown.right]) : [];
  board.show(shown.svg, legal);
}

function put(name) {
  const place = [...board.spots].findIndex((spot) => spot.dataset.name === name);
  change(editors[shown.kind].painted(shown, tool, place, board.spots.length, name));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(form.game.value, form.position.value);
});
form.game.addEventListener("change", async () => {
  show(form.game.value, await example(form.game.value) ?? form.position.value);
});
on("keep", "submit", (event) => {
  event.preventDefault();
  complain(null);
  attempt(async () => {
    const { name } = await send("positions", { name: event.target.elements.name.value, game: shown.game, position: shown.position });
    $("kept").replaceChildren(`Saved as ${name}. `, element("a", { href: "/saved" }, "All saved positions"));
    event.target.reset();
  });
});
on("share", "click", (event) => copy(location.href, event.target));

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

document.addEventListener("click", (event) => {
  const name = event.target.dataset?.save;
  if (!name) return;
  complain(null);
  const about = { game: shown.game, position: shown.position };
  attempt(async () => {
    const [what, kind] = name.split(".");
    if (what === "value") {
      const { value } = await ask("value", { ...about, notation: kind === "tex" ? "latex" : "ascii" });
      return save(name, new Blob([value], { type: "text/plain" }));
    }
    if (what === "analysis") {
      return save(name, new Blob([JSON.stringify({ ...about, ...facts.answers }, null, 1)], { type: "application/json" }));
    }
    const response = await fetch(`/api/v1/${what}.svg?${new URLSearchParams(about)}`);
    if (!response.ok) await read(response);
    const svg = await response.text();
    save(name, kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await png(svg));
  });
});

const first = state();
show(first.game, first.position);
