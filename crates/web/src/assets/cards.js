// The page on which a game is played beside a stack of cards.

import { Board } from "./board.js";
import { $, ask, complain, element, sentences } from "./common.js";
import { bidForm, bidden } from "./cards-bids.js";
import { because, claim, done, heat, how, lead, order, refereed, result, status, wins } from "./cards-words.js";
import { isZero, mixed, spoken } from "./fraction.js";
import { does, other, plate, subject, you } from "./people.js";
import { Clock, endCard, plates, rescue, seats, shorten } from "./seated.js";
import { Table } from "./table.js";

let asking = null;
let before = null;
const boards = [];
const table = new Table("cards", {
  // Flips all boards.
  board: { flip: () => boards.forEach((board) => board.flip()) },
  render,
  waits: true,
  refused: () => draw(table.view, false),
  failed: (error) => rescue(table, clock, error),
  // Bids come before turns.
  ready: (view) => view.asks === null,
});
const clock = new Clock(table);

const mine = () => table.mine && table.view.asks === null;

function render(view) {
  draw(view, before !== null && before.ply + 1 === view.ply);
  $("status").textContent = status(table);
  $("remark").textContent = remark(view);
  $("rescue").hidden = true;
  plates(view);
  stack(view);
  bids(view);
  scores(view);
  $("claim").hidden = !view.challenge;
  if (view.challenge) $("claim").textContent = claim(view);
  $("advice").replaceChildren();
  $("hint").disabled = !mine();
  $("typed").elements.move.disabled = !mine();
  list(view, view.turns.map(({ cost }) => cost));
  end(view, null);
  if (before && !before.over && view.over && table.live) $("end").focus({ preventScroll: window.innerWidth > 760 });
  accounts(view);
  const bidding = table.going && view.asks && !table.human(view.asks.side);
  clock.run(table.computer || bidding);
  if (bidding) setTimeout(() => !table.busy && table.step("reply"), 0);
  before = view;
}

// Each board with its name and, once it is known, how hot it is.
function draw(view, animate) {
  if (boards.length === 0) {
    const many = view.boards.length > 1;
    $("board").classList.toggle("many", many);
    $("board").replaceChildren(...view.boards.map(({ title, sides }, number) => {
      // Where boards have other names for the sides, each says its own.
      const own = you(view) && sides[you(view)] !== view.sides[you(view)] ? sides[you(view)] : null;
      const root = element("div", { class: "place", id: `board-${number + 1}` });
      boards.push(new Board(root, { played: (move) => table.step("move", { move }) }));
      return element("figure", {}, element("figcaption", {},
        element("strong", {}, `${many ? `Board ${number + 1}: ${title}` : title}${own ? ` (you: ${own})` : ""}`), " ", element("span", { class: "heat", id: `heat-${number + 1}` })), root);
    }));
  }
  view.boards.forEach(({ svg, legal }, number) => {
    boards[number].show(svg, mine() ? legal : [], { side: you(view), animate });
    boards[number].judge(new Map());
  });
}

// What the computer thought of its turn.
function thought(view, said) {
  const net = /^best play: net (.*)$/.exec(said)?.[1];
  return `Computer: ${net ? `with best play ${wins(view, net)}` : spoken(said)}.`;
}

function remark(view) {
  const said = view.remark && !view.over ? thought(view, view.remark) : "";
  return view.skipped ? `${refereed(view, view.skipped)} ${said}`.trim() : said;
}

// The stack, the top card to be taken, and some that follow.
function stack(view) {
  const [top, ...later] = view.cards;
  const focused = $("stack").contains(document.activeElement);
  if (top === undefined) {
    $("stack").replaceChildren(element("p", {}, view.over ? "All cards are taken." : "The bids make the stack."));
    return;
  }
  const below = view.cards_left - 1;
  const last = below === 0 ? "The last card: it ends the game." : `${below} more below it.`;
  const card = element("button", {
    id: "card",
    class: "playing-card",
    disabled: !mine(),
    title: "Take the card (key .)",
    "aria-label": `${mixed(top)}: take the card`,
    onclick: () => table.step("move", { move: "card" }),
  }, element("span", { class: "corner", "data-worth": mixed(top) }), element("strong", {}, mixed(top)), element("span", { class: "corner low", "data-worth": mixed(top) }));
  const next = later.length > 0 ? element("p", { class: "later" }, `Then ${later.map(mixed).join(", ")}${view.cards_left > view.cards.length ? ", …" : "."}`) : null;
  $("stack").replaceChildren(card, element("div", {}, element("p", {}, `Top card: ${mixed(top)}. ${last}`), ...(next ? [next] : [])));
  if (focused) card.focus();
}

// What is asked for now, and what was bid.
function bids(view) {
  const { asks } = view;
  const form = table.going && asks && table.human(asks.side)
    ? bidForm(view, (said) => table.step("bid", said)) : null;
  const said = view.ply === 0 || asks ? bidden(view).map((words) => element("p", { class: "note" }, words)) : [];
  const parts = [...said, ...(form ? [form] : [])];
  $("bid").hidden = parts.length === 0;
  $("bid").replaceChildren(...parts);
  if (form && (before === null || before.asks?.what !== asks.what)) form.querySelector("input").focus({ preventScroll: true });
}

function scores(view) {
  // Before the bids are made there is no komi.
  document.querySelector(".scores").hidden = view.cards.length === 0 && !view.over;
  const second = other(view.first);
  const sides = you(view) === "right" ? ["right", "left"] : ["left", "right"];
  const row = (name, of) => element("tr", {}, element("th", { scope: "row" }, name), ...sides.map((side) => element("td", {}, of(side))));
  $("who").replaceChildren(element("td", {}), ...sides.map((side) => element("th", { scope: "col" }, ...plate(view, side).filter((part) => part.className !== "about"))));
  $("scores").replaceChildren(
    row("Score", (side) => element("strong", {}, mixed(view.scores[side]))),
    row("of it komi", (side) => (side === second ? mixed(view.komi) : "")),
  );
}

function list(view, costs) {
  table.list(view.turns, (turn, number) => {
    const price = costs[number];
    const words = price == null ? "" : isZero(price) ? ", orthodox" : `, costs ${mixed(price)}`;
    const skipped = turn.skipped ? `(referee: on to ${mixed(turn.skipped.to)}) ` : "";
    return `${skipped}${subject(view, turn.player)} ${done(turn)}${words}`;
  });
  shorten();
}

// What begins the same game again.
function again(swap) {
  const { boards: places, rule, komi, referee, challenge, auction, first } = table.view;
  const bid = { stack: Boolean(auction?.top), komi: Boolean(auction?.komi) };
  return {
    boards: places.map(({ game, start }) => ({ game, position: start })),
    stack: bid.stack ? { top: auction.top, step: "1" } : rule,
    ...(auction ? { bid } : { komi, first }),
    referee,
    challenge: challenge && { challenger: challenge.challenger, appraisal: challenge.appraisal, epsilon: challenge.epsilon },
    ...seats(table.view, swap),
  };
}

function end(view, costs) {
  if (!view.over) return endCard(table, "", [], again);
  endCard(table, result(view), [...how(view), ...(costs ? [costs] : [])], again);
}

// What unorthodox turns have cost, as a sentence; what is not known is not told.
function price(view, { totals, costs }) {
  const unknown = costs.filter((cost) => cost === null).length;
  const without = unknown ? ` What ${unknown === 1 ? "one turn" : `${unknown} turns`} cost takes too much to find.` : "";
  const mine = you(view) ?? "left";
  const [a, b] = [mine, other(mine)];
  const whose = (side) => (you(view) ? (side === you(view) ? "Your" : "the computer's") : `${subject(view, side)}'s`);
  return `${whose(a)} unorthodox moves cost ${mixed(totals[a])}, ${whose(b)} ${mixed(totals[b])}.${without}`;
}

// The paper's accounts: the forecast and what unorthodox turns have cost.
async function accounts(view) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { ply } = view;
  if (view.cards.length === 0 && !view.over) return $("accounts").replaceChildren();
  try {
    const found = await ask(`cards/${view.id}/accounts`, { ply }, signal);
    if (signal.aborted || table.view.ply !== ply || table.view.cards_left !== view.cards_left) return;
    const parts = [];
    if (!view.over) {
      found.boards.forEach((board, number) => { $(`heat-${number + 1}`).textContent = heat(view, board, found.ambient); });
      parts.push(...forecast(view, found));
    } else {
      for (const place of document.querySelectorAll(".heat")) place.textContent = "";
    }
    const costs = price(view, found);
    parts.push(element("p", { id: "costs" }, costs));
    $("accounts").replaceChildren(...parts);
    list(view, [...found.costs, ...view.turns.slice(found.costs.length).map(({ cost }) => cost)]);
    end(view, costs);
  } catch (error) {
    if (error.name === "AbortError") return;
    $("accounts").replaceChildren(element("p", { class: "lose" }, `Accounts: ${sentences(error)}`));
  }
}

function forecast(view, found) {
  const about = found.estimated ? "about " : "";
  const meanly = found.mean_is_estimated ? "about " : "";
  const most = found.temperature_is_bound ? (meanly || "at most ") : "";
  const sign = view.turn === "left" ? "plus" : "less";
  const worth = found.wall === found.mean ? `the mean of the boards ${meanly}${mixed(found.mean)}`
    : `the wall of the boards ${about}${mixed(found.wall)} (their mean is ${meanly}${mixed(found.mean)})`;
  return [
    element("p", {}, "Now ", lead(view, found.net), ". Forecast: ", element("strong", { id: "forecast" }, wins(view, found.forecast, about)), "."),
    element("details", {}, element("summary", {}, "How the forecast is made"),
      element("p", {}, `Left's net score now ${mixed(found.net)}, plus ${worth}, ${sign} half of the top card ${mixed(found.ambient)}: ${about}${mixed(found.forecast)} for Left. The boards together are at temperature ${most}${mixed(found.temperature)}, the cards at ${mixed(found.ambient)}. It is what orthodox play comes to beside a rich stack; the very cards may differ a little.`)),
  ];
}

async function hint() {
  complain(null);
  $("advice").replaceChildren("Looking for the best turn…");
  try {
    const { view } = table;
    const { move, estimated, reason, best, costs } = await ask(`cards/${view.id}/hint`);
    if (table.view.ply !== view.ply) return;
    const chosen = best && !best.moves.includes(move) ? best.moves[0] : move;
    const orthodox = chosen === move;
    const why = orthodox ? because(reason) : "Against these very cards that is best.";
    const parts = [element("p", {}, element("strong", {}, `${estimated && !best ? "A good guess" : "Hint"}: ${order(chosen)}.`), ` ${why}`)];
    if (best) {
      const others = best.moves.filter((other) => other !== chosen);
      const same = others.length > 0 ? ` As good: ${others.map(order).join(", or ")}.` : "";
      parts.push(element("p", { id: "best" }, `With best play from here ${wins(view, best.net)}.${same}`));
      if (!orthodox) parts.push(element("p", {}, `Beside a richer stack one would ${order(move)}: ${spoken(reason)}.`));
    }
    parts.push(element("div", { class: "buttons" }, element("button", { id: "do", onclick: () => table.step("move", { move: chosen }) }, "Do it")));
    const shown = costs.slice(0, 8);
    if (shown.length > 0) {
      parts.push(element("details", {}, element("summary", {}, "What turns cost"),
        element("ul", {}, ...shown.map((row) => element("li", {}, `${order(row.move)}: ${isZero(row.cost) ? "nothing, it is orthodox" : mixed(row.cost)}`))),
        ...(costs.length > shown.length ? [element("p", { class: "note" }, `${costs.length - shown.length} more cost at least as much.`)] : [])));
    }
    $("advice").replaceChildren(...parts);
    const good = new Map((best ? best.moves : [move]).map((text) => [text, "win"]));
    for (const board of boards) board.judge(good);
    $("card")?.classList.toggle("best", good.has("card"));
  } catch (error) {
    $("advice").replaceChildren();
    complain(error);
  }
}

table.begin({
  hint,
  shared: "/cards",
  keys: (key) => {
    if (key !== "." || !mine()) return false;
    $("card")?.click();
    return true;
  },
});
