// A die, and what is known about a position that is played with one.

import { ask, element, picture, sentences } from "./common.js";

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const COLOURS = { left: "Black", right: "White" };

// The face of a die; the pips that are spent are hollow.
export function die(shows, spent = 0) {
  const places = PIPS[shows] ?? [];
  const dots = places.map((place, number) => {
    const [x, y] = [18 + 27 * ((place - 1) % 3), 18 + 27 * Math.floor((place - 1) / 3)];
    const hollow = number >= places.length - spent;
    return `<circle class="pip${hollow ? " spent" : ""}" cx="${x}" cy="${y}" r="${hollow ? 8 : 9}"/>`;
  });
  const word = shows ? "" : '<text class="unknown" x="45" y="60" text-anchor="middle" font-size="44">?</text>';
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" class="die" viewBox="-1 -1 92 92" aria-hidden="true"><rect x="1" y="1" width="88" height="88" rx="18"/>${dots.join("")}${word}</svg>`);
}

// Writes on each piece how many of the six throws of its enemy kill it.
export function markChances(svg, pieces) {
  for (const { square, pips } of pieces) {
    const spot = svg.querySelector(`[data-name="${square}"]`);
    if (!spot || pips === null) continue;
    badge(spot, `${7 - pips}/6`, "chance");
    spot.setAttribute("aria-label", `${spot.getAttribute("aria-label")}, killed by ${7 - pips} of 6 throws`);
  }
}

// A small label in a corner of a square: above what can be done, below what
// may happen.
export function badge(spot, text, kind) {
  const box = spot.querySelector(".square");
  const x = Number(box.getAttribute("x"));
  const y = Number(box.getAttribute("y")) + (kind === "chance" ? 62 : 0);
  const width = 22 + 13 * text.length;
  const made = picture(`<svg xmlns="http://www.w3.org/2000/svg"><g class="badge ${kind}"><rect x="${x + 98 - width}" y="${y + 2}" width="${width}" height="34" rx="10"/><text x="${x + 98 - width / 2}" y="${y + 27}" text-anchor="middle" font-size="24" font-family="sans-serif">${text}</text></g></svg>`);
  spot.append(made.firstElementChild);
}

export class DiceFacts {
  constructor(root) {
    this.root = root;
    this.answers = {};
    this.player = "left";
    this.roll = "";
  }

  cancel() {
    this.abort?.abort();
    this.abort = null;
  }

  // What the player can expect who throws next. `chosen(row)` is called with a
  // turn, `judged(pieces)` with the chances to be killed.
  async show(game, position, { chosen = null, judged = null } = {}) {
    this.cancel();
    const abort = new AbortController();
    this.abort = abort;
    const again = () => this.show(game, position, { chosen, judged });
    const player = element("select", { onchange: (event) => { this.player = event.target.value; again(); } },
      ...Object.entries(COLOURS).map(([side, name]) => element("option", { value: side, selected: side === this.player }, name)));
    const roll = element("select", { onchange: (event) => { this.roll = event.target.value; again(); } },
      ...["", 1, 2, 3, 4, 5, 6].map((pips) => element("option", { value: pips, selected: `${pips}` === this.roll }, pips === "" ? "any" : `${pips}`)));
    const place = element("section", { "aria-live": "polite" }, element("p", {}, "Weighing turns against all six replies… ",
      element("button", { onclick: () => { this.cancel(); place.replaceChildren("cancelled"); } }, "Cancel")));
    this.root.replaceChildren(element("div", { class: "row" },
      element("label", {}, "Who throws ", player), element("label", {}, "Throw ", roll)), place);
    const about = { game, position, player: this.player };
    if (this.roll) about.roll = this.roll;
    try {
      const answer = await ask("analyse", about, abort.signal);
      this.answers = { analyse: answer };
      place.replaceChildren(...this.found(answer, chosen));
      judged?.(answer.pieces);
    } catch (error) {
      if (error.name === "AbortError") return;
      place.replaceChildren(element("p", { class: "lose" }, sentences(error)));
    }
  }

  found({ expected, throws, pieces }, chosen) {
    const parts = [];
    const worth = (value) => (value === null ? "" : Math.abs(value) >= 1000 ? (value > 0 ? "wins" : "loses") : value.toFixed(2));
    if (expected !== null) {
      parts.push(element("p", {}, "Expected after the turn and the reply: ", element("strong", { id: "expected" }, worth(expected)),
        Math.abs(expected) >= 1000 ? "" : " Soldiers"));
    }
    const rows = throws.flatMap(({ roll, turns }) => turns.map((turn) => element("tr", {}, element("td", {}, `${roll}`),
      element("td", {}, worth(turn.value)),
      element("td", {}, chosen ? element("button", { class: "link", onclick: () => chosen({ roll, ...turn }) }, turn.move) : turn.move))));
    const head = element("tr", {}, ...["Throw", "Worth", "Best turns"].map((name) => element("th", { scope: "col" }, name)));
    parts.push(element("div", { class: "scroll" }, element("table", { id: "best" }, element("thead", {}, head), element("tbody", {}, ...rows))));
    const danger = pieces.filter(({ pips }) => pips !== null);
    parts.push(element("h2", {}, "Who can be killed"));
    if (danger.length === 0) parts.push(element("p", {}, "No piece can be killed in one turn."));
    else {
      parts.push(element("ul", {}, ...danger.map(({ square, player, piece, pips }) =>
        element("li", {}, `${COLOURS[player]}'s ${piece === "king" ? "King" : "Soldier"} on ${square}: ${pips} pips, ${7 - pips} of 6 throws`))));
    }
    return parts;
  }
}
