// The King's ways: he steps over his own Soldiers to an empty square, along any
// squares that he visits once. A click on each square builds the way.

import { $, element } from "./common.js";

const near = (a, b) => a !== b && Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) <= 1 && Math.abs(a.charCodeAt(1) - b.charCodeAt(1)) <= 1;

// Every way of more than one step, as moves with what to click for them.
// `number` gives the spot of a square.
export function ways(king, number) {
  if (!king) return [];
  const { at, over, onto, pips } = king;
  const found = [];
  const go = (path) => {
    const last = path.at(-1);
    if (path.length > 1) {
      for (const end of onto) {
        if (near(last, end)) found.push([...path, end]);
      }
    }
    if (path.length >= pips) return;
    for (const next of over) {
      if (near(last, next) && !path.includes(next)) go([...path, next]);
    }
  };
  go([at]);
  return found.map((path) => ({ move: path.join("-"), paths: [path.map(number)], pips: path.length - 1 }));
}

// Shows the way that was clicked so far, and lets it be gone back.
export class Way {
  constructor(board) {
    this.board = board;
    this.king = null;
    // The board has done its part when these come here.
    for (const event of ["pointerup", "keyup"]) {
      board.root.addEventListener(event, () => setTimeout(() => this.show()));
    }
    board.root.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" && this.begun) {
        event.preventDefault();
        this.back();
      }
    });
  }

  get begun() {
    const { chosen } = this.board;
    return Boolean(this.king) && chosen.length > 0 && this.name(chosen[0]) === this.king.at;
  }

  name(spot) {
    return this.board.spots.find((one) => Number(one.dataset.spot) === spot)?.dataset.name;
  }

  // One square back.
  back() {
    this.board.chosen = this.board.chosen.slice(0, -1);
    this.board.mark();
    this.show();
  }

  clear() {
    this.board.chosen = [];
    this.board.mark();
    this.show();
  }

  show() {
    if (!this.begun) return $("way").replaceChildren();
    const squares = this.board.chosen.map((spot) => this.name(spot));
    const spent = squares.length - 1;
    const words = spent === 0
      ? "The King: click where he goes, or the Soldiers that he steps over one by one."
      : `The King steps ${squares.join(" – ")}: ${spent} of ${this.king.pips} pips. Click the next square; he ends on an empty one.`;
    $("way").replaceChildren(element("span", {}, words), " ",
      ...(spent > 0 ? [element("button", { id: "step-back", onclick: () => this.back() }, "One step back"), " "] : []),
      element("button", { id: "not-king", onclick: () => this.clear() }, "Not the King"));
  }
}
