// The page on which a game is played beside a stack of cards.

import { Board } from "./board.js";
import { $, NAMES, ask, complain, element, sentences } from "./common.js";
import { Table } from "./table.js";

const SIGNS = { "1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞" };

let asking = null;

const board = new Board($("board"), { played: (move) => table.step("move", { move }) });
const table = new Table("cards", { board, render, waits: true });

// A fraction as people write it: 79/8 is 9⅞.
function mixed(text) {
  const negative = text.startsWith("-");
  const [top, bottom] = text.replace("-", "").split("/").map(BigInt);
  const sign = negative ? "−" : "";
  if (bottom === undefined) return `${sign}${top}`;
  const [whole, rest] = [top / bottom, top % bottom];
  const part = SIGNS[`${rest}/${bottom}`];
  if (whole === 0n) return `${sign}${part ?? `${rest}/${bottom}`}`;
  return `${sign}${whole}${part ?? ` ${rest}/${bottom}`}`;
}

const spoken = (text) => text.replaceAll(/-?\d+(\/\d+)?/g, mixed);

function render(view) {
  board.show(view.svg, table.mine ? view.legal : []);
  board.judge(new Map());
  $("status").textContent = status(view);
  stack(view);
  scores(view);
  accounts(view);
  $("advice").replaceChildren();
  $("typed").elements.move.disabled = !table.mine;
  list(view, view.turns.map(({ cost }) => cost));
}

function list(view, costs) {
  table.list(view.turns, ({ player, move, card }, number) => {
    const price = costs[number];
    const words = price == null ? "" : price === "0" ? ", orthodox" : `, costs ${mixed(price)}`;
    return `${player === "left" ? "Left" : "Right"} ${card === null ? move : `takes ${mixed(card)}`}${words}`;
  });
}

function status(view) {
  const remark = view.remark ? ` (${spoken(view.remark)})` : "";
  if (view.over) return `${spoken(view.over.reason)}.${remark}`;
  if (!table.live) return `After turn ${view.ply} of ${view.plies}`;
  return table.human(view.turn) ? `${NAMES[view.turn]} to move${remark}` : `${NAMES[view.turn]}: ${view[view.turn].player} thinks…`;
}

// The stack, the top card to be taken, and some that follow.
function stack(view) {
  const [top, ...later] = view.cards;
  const focused = $("stack").contains(document.activeElement);
  if (top === undefined) {
    $("stack").replaceChildren(element("p", {}, "All cards are taken."));
    return;
  }
  const below = view.cards_left - 1;
  const last = below === 0 ? "the last card, which ends the game" : `${below} below it`;
  const card = element("button", {
    id: "card", class: "playing-card", disabled: !table.mine, "aria-label": `Take the card ${mixed(top)}`, onclick: () => table.step("move", { move: "card" }),
  }, element("span", { class: "corner" }, mixed(top)), element("strong", {}, mixed(top)), element("span", { class: "corner low" }, mixed(top)));
  const next = later.length > 0 ? element("p", { class: "later" }, `Then ${later.map(mixed).join(", ")}${view.cards_left > view.cards.length ? ", …" : "."}`) : null;
  $("stack").replaceChildren(card, element("p", {}, `Top card ${mixed(top)}, ${last}.`), ...(next ? [next] : []));
  if (focused) card.focus();
}

function scores(view) {
  const second = view.first === "left" ? "right" : "left";
  const row = (name, of) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, of("left")), element("td", {}, of("right")));
  $("scores").replaceChildren(
    row("Score", (side) => mixed(view.scores[side])),
    row("of it komi", (side) => (side === second ? mixed(view.komi) : "")),
  );
}

// The paper's accounts: the forecast and what unorthodox turns have cost.
async function accounts(view) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { ply } = view;
  try {
    const found = await ask(`cards/${view.id}/accounts`, { ply }, signal);
    if (signal.aborted || table.view.ply !== ply) return;
    const about = found.estimated ? "about " : "";
    const meanly = found.mean_is_estimated ? "about " : "";
    const most = found.temperature_is_bound ? (meanly || "at most ") : "";
    const sign = view.turn === "left" ? "+" : "−";
    const parts = [];
    if (!view.over) {
      const mean = found.wall === found.mean ? `mean of the board ${meanly}${mixed(found.mean)}`
        : `wall of the board ${about}${mixed(found.wall)} (mean ${meanly}${mixed(found.mean)})`;
      parts.push(element("p", {}, "Forecast for Left: ", element("strong", { id: "forecast" }, `${about}${mixed(found.forecast)}`),
        ` = net ${mixed(found.net)}, ${mean}, ${sign} half of ${mixed(found.ambient)}. The board is at ${most}${mixed(found.temperature)}, the stack at ${mixed(found.ambient)}.`));
    }
    const unknown = found.costs.filter((cost) => cost === null).length;
    const without = unknown ? ` What ${unknown === 1 ? "one turn" : `${unknown} turns`} cost takes too much to find.` : "";
    parts.push(element("p", { id: "costs" }, `Unorthodox moves have cost Left ${mixed(found.totals.left)}, Right ${mixed(found.totals.right)}.${without}`));
    $("accounts").replaceChildren(...parts);
    list(view, [...found.costs, ...view.turns.slice(found.costs.length).map(({ cost }) => cost)]);
  } catch (error) {
    if (error.name === "AbortError") return;
    $("accounts").replaceChildren(element("p", { class: "lose" }, `Accounts: ${sentences(error)}`));
  }
}

const words = (move) => (move === "card" ? "take the card" : move);

async function hint() {
  complain(null);
  $("advice").replaceChildren("Looking for the best turn…");
  try {
    const { id, ply } = table.view;
    const { move, estimated, best, costs } = await ask(`cards/${id}/hint`);
    if (table.view.ply !== ply) return;
    const parts = [element("p", {}, `Orthodox${estimated ? ", by an estimate" : ""}: ${words(move)}.`)];
    if (best) parts.push(element("p", {}, `Best play: ${best.moves.map(words).join(", or ")}, for a net score of ${mixed(best.net)}.`));
    parts.push(element("ul", {}, ...costs.slice(0, 8).map((row) => element("li", {}, `${words(row.move)}: ${row.cost === "0" ? "orthodox" : `costs ${mixed(row.cost)}`}`))));
    $("advice").replaceChildren(...parts);
    board.judge(new Map(costs.map((row) => [row.move, row.cost === "0" ? "win" : undefined])));
  } catch (error) {
    $("advice").replaceChildren();
    complain(error);
  }
}

table.begin({ hint, shared: "/cards" });
