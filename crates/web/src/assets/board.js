// A position that can be clicked. A move is a path of spots; whatever has been
// clicked so far is the beginning of paths, and what may follow is marked.

import { element, picture } from "./common.js";
import { domino, mark, svg } from "./marks.js";
import { move as animate, place } from "./motion.js";

// Figures that stand on a spot and go to another.
const WALK = ["stone", "pawn", "soldier", "amazon", "animal"];
// A spot is never drawn smaller than this part of its natural size; a board
// that does not fit then is scrolled.
const SMALLEST = 0.2;
// How near to the border of two squares a click means both.
const NEAR = 24;

export class Board {
  // `played(move)` is called with the text of a move; `painted(spot, name)`
  // with every spot when the board is being edited.
  constructor(root, { played, painted = null }) {
    this.root = root;
    this.played = played;
    this.painted = painted;
    this.legal = [];
    this.paths = [];
    this.chosen = [];
    this.verdicts = new Map();
    this.flipped = false;
    this.side = null;
    this.bottom = undefined;
    this.drag = null;
    root.classList.add("board-root");
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.hover(event));
    root.addEventListener("pointerleave", () => this.ghost(null));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", () => this.mark());
    root.addEventListener("focusout", () => this.mark());
    // A finger that rests on a piece is about to drag it.
    root.addEventListener("contextmenu", (event) => this.touched && event.preventDefault());
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => this.drop());
  }

  // Shows a picture; `legal` lists {move, paths}. The picture marks the last
  // move; `last` lists its spots by name where it does not. `side` sits at
  // the bottom, if that means something; what changed moves if `animate`.
  show(text, legal, { last = null, side = undefined, animate: moves = false } = {}) {
    const before = this.svg;
    const here = this.here;
    const focused = this.root.contains(document.activeElement);
    this.preview(null);
    this.svg = picture(text);
    this.spots = [...this.svg.querySelectorAll(".spot")];
    this.figure = this.svg.dataset.figure;
    this.legal = legal;
    this.paths = legal.flatMap(({ move, paths, as }) => paths.map((path) => ({ move, path, as: as ?? move })));
    this.chosen = [];
    this.drag = null;
    this.flying = null;
    this.shadow = null;
    this.labels = new Map();
    if (side !== undefined) this.side = side;
    // Where it is not said, the first position that is shown tells.
    if (this.svg.dataset.bottom) this.bottom = this.svg.dataset.bottom;
    else if (this.bottom === undefined) this.bottom = this.lower();
    for (const spot of this.spots) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
    }
    for (const name of last ?? []) this.spots.find((spot) => spot.dataset.name === name)?.classList.add("marked");
    this.turn();
    const { width } = this.svg.viewBox.baseVal;
    this.svg.style.minWidth = `${Math.ceil(width * SMALLEST)}px`;
    this.root.replaceChildren(this.svg);
    this.here = this.again(here);
    this.here?.setAttribute("tabindex", "0");
    if (focused) this.here?.focus({ preventScroll: true });
    this.mark();
    if (moves) animate(before, this.svg);
  }

  // The spot where the keys were, or what is nearest to it now.
  again(here) {
    const same = this.spots.find((spot) => spot.dataset.name === here?.dataset.name);
    if (same || !here) return same ?? this.spots[0];
    const [x, y] = middle(here);
    const far = (spot) => Math.hypot(middle(spot)[0] - x, middle(spot)[1] - y);
    return this.spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best), this.spots[0]);
  }

  // Whose pieces stand lower, if that is clear.
  lower() {
    if (!["pawn", "amazon", "soldier"].includes(this.figure)) return null;
    const height = (side) => {
      const places = this.spots.filter((spot) => spot.dataset.holds === side).map((spot) => place(spot)[1]);
      return places.reduce((sum, y) => sum + y, 0) / places.length;
    };
    const lower = height("left") - height("right");
    if (!(Math.abs(lower) > 100)) return null;
    return lower > 0 ? "left" : "right";
  }

  // What each move is worth to its mover: "win" or "lose", by its text.
  judge(verdicts) {
    this.verdicts = verdicts;
    this.mark();
  }

  // Shows another position for a while, or this one again.
  preview(text) {
    this.root.querySelector(".previewed")?.remove();
    this.root.classList.toggle("previewing", Boolean(text));
    if (!text) return;
    const shown = picture(text);
    shown.classList.add("previewed");
    shown.setAttribute("aria-hidden", "true");
    this.turn(shown);
    this.root.append(shown);
  }

  flip() {
    this.flipped = !this.flipped;
    this.turn();
  }

  get upsideDown() {
    const turned = Boolean(this.side && this.bottom && this.side !== this.bottom);
    return turned !== this.flipped;
  }

  // Turns a board round without turning the pieces.
  turn(shown = this.svg) {
    if (!shown?.querySelector(".square")) return;
    const { x, y, width, height } = shown.viewBox.baseVal;
    const size = [x + width - 8, y + height - 34];
    const turned = this.upsideDown;
    for (const part of shown.querySelectorAll(".spot, .tile, .gone[transform]")) {
      part.dataset.at ??= place(part).join(" ");
      const at = part.dataset.at.split(" ").map(Number);
      const [px, py] = turned ? [size[0] - at[0], size[1] - at[1]] : at;
      part.setAttribute("transform", `translate(${px} ${py})`);
    }
    for (const part of shown.querySelectorAll(".coordinate")) {
      part.dataset.at ??= `${part.getAttribute("x")} ${part.getAttribute("y")}`;
      const [px, py] = part.dataset.at.split(" ").map(Number);
      // Beside the board, rows are told; below it, columns.
      part.setAttribute("x", turned && px > 0 ? size[0] - px : px);
      part.setAttribute("y", turned && px < 0 ? size[1] - py + 16 : py);
    }
  }

  number(spot) {
    return Number(spot.dataset.spot);
  }

  // The paths that begin with what was clicked.
  open(chosen = this.chosen) {
    return this.paths.filter(({ path }) => path.length >= chosen.length && chosen.every((spot, i) => path[i] === spot));
  }

  // The moves that are complete with what was clicked.
  complete(chosen = this.chosen) {
    const done = chosen.length > 0 ? this.open(chosen).filter(({ path }) => path.length === chosen.length) : [];
    return [...new Set(done.map(({ move }) => move))];
  }

  // What a click on a spot would do next.
  kind(spot) {
    if (this.figure === "amazon" && this.chosen.length === 2) return "shot";
    if (this.figure === "paint" || this.figure === "tile") return "put";
    return WALK.includes(this.figure) && ["left", "right"].includes(spot.dataset.holds) ? "take" : "step";
  }

  mark() {
    if (!this.spots) return;
    const next = new Map();
    for (const { path, move, as } of this.open()) {
      const spot = path[this.chosen.length];
      if (spot === undefined) continue;
      const known = this.verdicts.get(move) ?? this.verdicts.get(as);
      const before = next.get(spot);
      next.set(spot, before === "win" || known === "win" ? "win" : known ?? before ?? "");
    }
    const longer = new Set(this.paths.filter(({ path }) => path.length > 1).map(({ path }) => path[0]));
    const begun = this.chosen.length > 0;
    for (const spot of this.spots) {
      const number = this.number(spot);
      const chosen = this.chosen.includes(number);
      const follows = next.has(number);
      const verdict = follows ? next.get(number) : "";
      const here = spot === document.activeElement;
      for (const [name, is] of Object.entries({
        chosen,
        next: follows && begun,
        start: follows && !begun,
        drag: longer.has(number) || (begun && number === this.chosen.at(-1)),
        win: verdict === "win",
        lose: verdict === "lose",
        here,
      })) spot.classList.toggle(name, is);
      spot.setAttribute("aria-pressed", chosen ? "true" : "false");
      const kinds = [];
      if (chosen) kinds.push("chosen");
      if (follows && (begun || this.figure === "paint")) kinds.push(this.kind(spot));
      if (here) kinds.push("focus");
      mark(spot, kinds, verdict);
      this.label(spot, chosen, follows, verdict);
    }
    this.aim();
  }

  // Says what stands on a spot and what can be done there. What somebody else
  // added to the label is kept.
  label(spot, chosen, follows, verdict) {
    const now = spot.getAttribute("aria-label");
    const known = this.labels.get(spot) ?? { base: now, said: now };
    const added = now.startsWith(known.said) ? now.slice(known.said.length) : "";
    const mine = this.side && spot.dataset.holds === this.side && !spot.querySelector(".edge");
    const what = mine ? known.base.replace(/, (black |white )?/, ", your ") : known.base;
    const stands = WALK.includes(this.figure) && spot.dataset.holds !== "";
    const can = this.chosen.length > 0 || !["left", "right", "both"].includes(spot.dataset.holds) ? "target"
      : stands ? "can move" : "can be chosen";
    const said = [what, chosen && "chosen", follows && can, verdict === "win" && "wins", verdict === "lose" && "loses"].filter(Boolean).join(", ");
    this.labels.set(spot, { base: known.base, said });
    if (now !== said + added) spot.setAttribute("aria-label", said + added);
  }

  // The piece stands where it goes while the rest of the move is chosen.
  aim() {
    const [from, to] = this.chosen.map((number) => this.spots[number]);
    const stands = to && WALK.includes(this.figure) && this.chosen.length === 2;
    if (stands) this.fly(from, place(to));
    else if (!this.drag?.moved) this.land();
  }

  // Shows the piece of a spot somewhere else, above everything.
  fly(spot, [x, y]) {
    const piece = spot.querySelector(".piece");
    if (!piece) return;
    if (this.flying?.spot !== spot) {
      this.land();
      const layer = svg('<g class="flying"></g>');
      const copy = piece.cloneNode(true);
      layer.append(copy);
      piece.classList.add("away");
      this.svg.append(layer);
      this.flying = { spot, layer };
    }
    this.flying.layer.setAttribute("transform", `translate(${x} ${y})`);
  }

  land() {
    this.flying?.layer.remove();
    this.flying?.spot.querySelector(".away")?.classList.remove("away");
    this.flying = null;
  }

  spotAt(event) {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const spot = below?.closest?.(".spot");
    return spot && this.root.contains(spot) ? spot : null;
  }

  // Where the pointer is in the picture.
  point(event) {
    const { a, d, e, f } = this.svg.getScreenCTM();
    return [(event.clientX - e) / a, (event.clientY - f) / d];
  }

  press(event) {
    if (event.button !== 0) return;
    this.touched = event.pointerType === "touch";
    const spot = this.spotAt(event);
    if (!spot) return;
    event.preventDefault();
    this.stand(spot);
    const number = this.number(spot);
    if (this.painted) return this.painted(number, spot.dataset.name);
    const pair = event.pointerType === "mouse" ? this.pair(event, spot) : null;
    if (pair) return this.finish([pair.move]);
    const at = { spot, x: event.clientX, y: event.clientY, moved: false };
    // The piece that was moved is dragged on, or put back.
    if (this.chosen.length > 1 && this.chosen.at(-1) === number) {
      this.drag = { ...at, back: true };
      return;
    }
    const again = this.chosen.length === 1 && this.chosen[0] === number;
    if (!again) this.choose(spot);
    if (this.chosen.at(-1) === number) this.drag = { ...at, back: again };
  }

  move(event) {
    if (!this.drag) return;
    const { spot, x, y } = this.drag;
    if (!this.drag.moved && Math.hypot(event.clientX - x, event.clientY - y) < 6) return;
    this.drag.moved = true;
    const from = this.spots[this.chosen[0]] ?? spot;
    if (WALK.includes(this.figure) && this.chosen.length === 1) this.fly(from, this.point(event));
    const over = this.spotAt(event);
    if (over === this.over) return;
    this.over?.classList.remove("over");
    this.over = over;
    over?.classList.add("over");
    if (this.figure === "tile" && over) this.ghost(this.laid([...this.chosen, this.number(over)]));
  }

  release(event) {
    if (!this.drag) return;
    const { spot, back, moved } = this.drag;
    this.drop();
    const target = this.spotAt(event);
    if (moved && target && target !== spot) return this.choose(target);
    if (target !== spot) return this.mark();
    const moves = this.complete();
    if (moves.length > 0) this.finish(moves);
    else if (back) this.cancel();
  }

  drop() {
    if (!this.drag) return;
    this.drag = null;
    this.over?.classList.remove("over");
    this.over = null;
    this.ghost(null);
    this.aim();
  }

  cancel() {
    this.chosen = [];
    this.mark();
  }

  // Chooses a spot. Where it would be a move but might be the beginning of
  // another one, it is chosen again to be the move.
  choose(spot) {
    const number = this.number(spot);
    const before = this.chosen;
    const chosen = [...before, number];
    if (this.open(chosen).length > 0) this.chosen = chosen;
    else if (before.at(-1) === number) return this.complete().length > 0 ? this.finish(this.complete()) : this.cancel();
    else this.chosen = this.open([number]).length > 0 ? [number] : [];
    const moves = this.complete();
    const more = this.open().some(({ path }) => path.length > this.chosen.length);
    if (moves.length > 0 && !more) this.finish(moves);
    else this.mark();
  }

  finish(moves) {
    this.ghost(null);
    this.chosen = [];
    this.mark();
    if (moves.length === 1) this.played(moves[0]);
    else this.which(moves);
  }

  // Asks which of several moves was meant.
  which(moves) {
    const dialog = element("dialog", { "aria-label": "Which move?" });
    const buttons = moves.map((move) => element("button", {
      onclick: () => {
        dialog.close();
        this.played(move);
      },
    }, move));
    dialog.append(element("p", {}, "Which move?"), element("div", { class: "buttons" }, ...buttons,
      element("button", { onclick: () => dialog.close() }, "None")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // The pair of squares whose border the pointer is near, if it is a move.
  pair(event, spot) {
    if (this.figure !== "tile" || this.chosen.length > 0) return null;
    const [x, y] = this.point(event);
    const [sx, sy] = place(spot);
    const far = ({ path }) => {
      const [ox, oy] = place(this.spots[path.find((number) => number !== this.number(spot))]);
      return Math.hypot((sx + ox) / 2 - x, (sy + oy) / 2 - y);
    };
    const pairs = this.paths.filter(({ path }) => path[0] === this.number(spot) && path.length === 2);
    return pairs.filter((pair) => far(pair) < NEAR).sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  // A mouse over two free squares shows the domino that would lie there.
  hover(event) {
    if (this.figure !== "tile" || this.drag || this.painted || event.pointerType !== "mouse") return;
    const spot = this.spotAt(event);
    if (!spot) return this.ghost(null);
    this.ghost(this.chosen.length > 0 ? this.laid([...this.chosen, this.number(spot)]) : this.pair(event, spot)?.path);
  }

  // The path that two spots are, if it is a move.
  laid(spots) {
    return this.complete(spots).length > 0 ? spots : null;
  }

  ghost(path) {
    const name = path?.join(" ") ?? null;
    if ((this.shadow?.name ?? null) === name) return;
    this.shadow?.drawn.remove();
    this.shadow = null;
    if (!path) return;
    const drawn = domino(path.map((number) => place(this.spots[number])));
    drawn.classList.add(this.svg.querySelector(".tile.both") ? "both" : "sided");
    this.svg.append(drawn);
    this.shadow = { name, drawn };
  }

  // Keys: the arrows go over the board.
  stand(spot) {
    this.here?.setAttribute("tabindex", "-1");
    this.here = spot;
    spot.setAttribute("tabindex", "0");
    spot.focus({ preventScroll: true });
    this.mark();
  }

  key(event) {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const direction = directions[event.key];
    if (direction) {
      event.preventDefault();
      const next = this.neighbour(direction);
      if (next) this.stand(next);
    } else if ((event.key === "Enter" || event.key === " ") && this.here) {
      event.preventDefault();
      if (this.painted) this.painted(this.number(this.here), this.here.dataset.name);
      else this.choose(this.here);
    } else if (event.key === "Escape" && this.chosen.length > 0) {
      event.preventDefault();
      this.cancel();
    }
  }

  // The nearest spot in a direction; sideways counts more than ahead.
  neighbour([dx, dy]) {
    if (!this.here) return this.spots[0];
    const [x, y] = middle(this.here);
    let best = null;
    let least = Infinity;
    for (const spot of this.spots) {
      const [sx, sy] = middle(spot);
      const ahead = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (ahead > 0.02 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = spot;
      }
    }
    return best;
  }
}

// The middle of a spot in its picture: where it was put, on its half of a
// domino, or halfway along an edge.
function middle(spot) {
  const [x, y] = place(spot);
  const edge = spot.querySelector(".hit");
  if (edge) {
    const numbers = edge.getAttribute("d").match(/-?\d+(\.\d+)?/g).map(Number);
    return [(numbers[0] + numbers.at(-2)) / 2, (numbers[1] + numbers.at(-1)) / 2];
  }
  const half = spot.querySelector(".ground");
  return half ? [x + Number(half.getAttribute("x")) + Number(half.getAttribute("width")) / 2, y] : [x, y];
}
