// Moves from a start, with variations, and where one is among them.

import { element } from "./common.js";
import { about, after, other } from "./position.js";

// The start.
export const START = -1;

export class Variations {
  constructor(start, misere = false) {
    this.start = start;
    this.misere = misere;
    this.comment = "";
    this.nodes = [];
    this.at = START;
  }

  // From what the server has resolved, or what was kept.
  static of(start, { misere = false, comment = "", nodes }) {
    const made = new Variations(start, misere);
    made.comment = comment;
    made.nodes = nodes.map(({ parent, player, move, position, name = "", comment: said = "" }) => ({ parent: parent ?? START, player, move, position, name, comment: said }));
    return made;
  }

  // As the server reads it.
  written() {
    const nodes = this.nodes.map((node) => ({ ...node, parent: node.parent === START ? null : node.parent }));
    return { ...about(this.start), misere: this.misere, comment: this.comment, nodes };
  }

  get here() {
    return this.nodes[this.at] ?? null;
  }

  subject(at = this.at) {
    return at === START ? this.start : after(this.start, this.nodes[at].position);
  }

  following(at = this.at) {
    return this.nodes.flatMap((node, place) => (node.parent === at ? [place] : []));
  }

  parent(at = this.at) {
    return at === START ? START : this.nodes[at].parent;
  }

  // The moves from the start to a place.
  path(at = this.at) {
    const path = [];
    for (let place = at; place !== START; place = this.nodes[place].parent) path.unshift(place);
    return path;
  }

  // Where the main line from here ends.
  end() {
    let place = this.at;
    for (let next = this.following(place); next.length > 0; next = this.following(place)) [place] = next;
    return place;
  }

  // Who is to move unless somebody says otherwise.
  turn(first) {
    return this.here ? other(this.here.player) : first;
  }

  // The place after a move from `at`; it is made if it is new.
  add(player, move, position, at = this.at) {
    const known = this.following(at).find((place) => this.nodes[place].move === move && this.nodes[place].player === player);
    if (known !== undefined) return known;
    this.nodes.push({ parent: at, player, move, position, name: "", comment: "" });
    return this.nodes.length - 1;
  }

  // Takes a move and all behind it away; where one is then.
  remove(at) {
    const parent = this.parent(at);
    const gone = new Set([at]);
    this.nodes.forEach((node, place) => gone.has(node.parent) && gone.add(place));
    const places = new Map([[START, START]]);
    const kept = this.nodes.filter((node, place) => {
      if (!gone.has(place)) places.set(place, places.size - 1);
      return !gone.has(place);
    });
    this.nodes = kept.map((node) => ({ ...node, parent: places.get(node.parent) }));
    this.at = places.get(parent);
    return this.at;
  }

  // Shows the moves; a click on one calls `chosen(place)`.
  show(root, chosen) {
    if (this.nodes.length === 0) {
      root.replaceChildren(element("p", { class: "lead" }, "Click on the board, or on a move in the list. Every other move from the same place begins a variation."));
      return;
    }
    const begin = this.button(START, "Start", chosen);
    const list = element("div", { class: "line" }, begin, ...this.said(this.comment));
    this.lines(list, START, chosen);
    root.replaceChildren(list);
    root.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  button(place, words, chosen) {
    return element("button", { type: "button", "aria-current": place === this.at ? "true" : null, onclick: () => chosen(place) }, words);
  }

  said(comment) {
    return comment ? [element("span", { class: "comment" }, comment)] : [];
  }

  // The main line in one row, and each variation in a row of its own below the
  // move that it is played instead of.
  lines(list, from, chosen) {
    const due = [{ list, place: from }];
    while (due.length > 0) {
      const { list: row, place } = due.pop();
      const [main, ...others] = this.following(place);
      if (main === undefined) continue;
      this.move(row, main, chosen);
      for (const variation of others) {
        const below = element("div", { class: "line variation" });
        row.append(below);
        this.move(below, variation, chosen);
        due.push({ list: below, place: variation });
      }
      due.push({ list: row, place: main });
    }
  }

  move(row, place, chosen) {
    const { player, move, name, comment } = this.nodes[place];
    if (name) row.append(element("strong", { class: "called" }, name));
    const number = this.path(place).length;
    row.append(element("span", { class: "number" }, `${number}.`),
      this.button(place, `${player === "left" ? "L" : "R"} ${move}`, chosen), ...this.said(comment));
  }
}
