// A position that can be clicked. A move is a path of spots; whatever has been
// clicked so far is the beginning of paths, and what may follow is marked.

import { element, picture } from "./common.js";

export class Board {
  // `played(move)` is called with the text of a move; `painted(spot, name)`
  // with every spot when the board is being edited.
  constructor(root, { played, painted = null }) {
    this.root = root;
    this.played = played;
    this.painted = painted;
    this.legal = [];
    this.chosen = [];
    this.verdicts = new Map();
    this.flipped = false;
    this.drag = null;
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => this.drop());
  }

  // Shows a picture; `legal` lists {move, paths}.
  show(svg, legal) {
    const here = this.here?.dataset.name;
    const focused = this.root.contains(document.activeElement);
    this.svg = picture(svg);
    this.root.replaceChildren(this.svg);
    // However small the window, a finger finds every spot; the board scrolls.
    const { width, height } = this.svg.viewBox.baseVal;
    const scale = this.svg.querySelector(".square") ? 0.4 : 0.48;
    this.svg.style.minWidth = `${Math.ceil(width * scale)}px`;
    this.svg.style.minHeight = `${Math.ceil(height * scale)}px`;
    this.spots = [...this.svg.querySelectorAll(".spot")];
    this.paths = legal.flatMap(({ move, paths }) => paths.map((path) => ({ move, path })));
    this.legal = legal;
    this.chosen = [];
    this.drag = null;
    for (const spot of this.spots) {
      spot.setAttribute("role", "button");
      spot.setAttribute("tabindex", "-1");
      const mark = this.outline(spot);
      if (mark) spot.append(mark);
    }
    this.turn();
    const first = this.spots.find((spot) => spot.dataset.name === here) ?? this.spots[0];
    this.here = first;
    first?.setAttribute("tabindex", "0");
    if (focused) first?.focus();
    this.mark();
  }

  // What each move is worth to its mover: "win" or "lose", by its text.
  judge(verdicts) {
    this.verdicts = verdicts;
    this.mark();
  }

  flip() {
    this.flipped = !this.flipped;
    this.turn();
  }

  // Turns the board round without turning the pieces.
  turn() {
    if (!this.svg.querySelector(".square")) return;
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const size = [x + width - 8, y + height - 34];
    for (const part of this.svg.querySelectorAll(".spot, .coordinate")) {
      part.removeAttribute("transform");
      if (!this.flipped) continue;
      const box = part.getBBox();
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const outside = [cx < 0, cy > size[1]];
      const dx = outside[0] ? 0 : size[0] - 2 * cx;
      const dy = outside[1] ? 0 : size[1] - 2 * cy;
      part.setAttribute("transform", `translate(${dx} ${dy})`);
    }
  }

  // The outline that shows whether a spot is chosen or can be.
  outline(spot) {
    const shape = spot.querySelector(".square, .ground, .vertex, .stone, .hit");
    if (!shape) return null;
    const mark = shape.cloneNode(false);
    for (const name of [...mark.getAttributeNames()]) {
      if (!["x", "y", "width", "height", "cx", "cy", "r", "rx", "d"].includes(name)) mark.removeAttribute(name);
    }
    if (mark.tagName === "rect") {
      for (const [name, by] of [["x", 5], ["y", 5], ["width", -10], ["height", -10]]) {
        mark.setAttribute(name, Number(mark.getAttribute(name)) + by);
      }
    }
    mark.setAttribute("class", "mark");
    mark.setAttribute("visibility", "hidden");
    return mark;
  }

  number(spot) {
    return Number(spot.dataset.spot);
  }

  // The paths that begin with what was clicked.
  open(chosen = this.chosen) {
    return this.paths.filter(({ path }) => path.length >= chosen.length && chosen.every((spot, i) => path[i] === spot));
  }

  mark() {
    if (!this.spots) return;
    const open = this.open();
    const next = new Map();
    for (const { path, move } of open) {
      const spot = path[this.chosen.length];
      if (spot === undefined) continue;
      const known = this.verdicts.get(move);
      const before = next.get(spot);
      next.set(spot, before === "win" || known === "win" ? "win" : known ?? before ?? "");
    }
    for (const spot of this.spots) {
      const number = this.number(spot);
      const chosen = this.chosen.includes(number);
      const follows = next.has(number);
      const verdict = follows ? next.get(number) : "";
      spot.classList.toggle("chosen", chosen);
      spot.classList.toggle("next", follows && this.chosen.length > 0);
      spot.classList.toggle("start", follows && this.chosen.length === 0);
      spot.classList.toggle("win", verdict === "win");
      spot.classList.toggle("lose", verdict === "lose");
      spot.classList.toggle("here", spot === document.activeElement);
      spot.setAttribute("aria-pressed", chosen ? "true" : "false");
      const shown = chosen || (follows && (this.chosen.length > 0 || verdict)) || spot === document.activeElement;
      spot.querySelector(".mark")?.setAttribute("visibility", shown ? "visible" : "hidden");
    }
  }

  spotAt(event) {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const spot = below?.closest?.(".spot");
    return spot && this.root.contains(spot) ? spot : null;
  }

  press(event) {
    if (event.button !== 0) return;
    const spot = this.spotAt(event);
    if (!spot) return;
    event.preventDefault();
    this.stand(spot);
    if (this.painted) return this.painted(this.number(spot), spot.dataset.name);
    const first = this.open([]).some(({ path }) => path[0] === this.number(spot));
    this.choose(spot);
    if (first && this.chosen.length === 1) {
      this.drag = { spot, x: event.clientX, y: event.clientY, moved: false };
    }
  }

  move(event) {
    if (!this.drag) return;
    const { spot, x, y } = this.drag;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.drag.moved && Math.hypot(dx, dy) < 6) return;
    this.drag.moved = true;
    const piece = spot.querySelector(".piece");
    if (!piece) return;
    const scale = this.svg.getScreenCTM().a;
    piece.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    this.svg.append(spot);
  }

  release(event) {
    if (!this.drag) return;
    const { spot, moved } = this.drag;
    this.drop();
    const target = this.spotAt(event);
    if (moved && target && target !== spot) this.choose(target);
  }

  drop() {
    if (!this.drag) return;
    const { spot } = this.drag;
    spot.querySelector(".piece")?.removeAttribute("transform");
    const later = this.spots[this.spots.indexOf(spot) + 1];
    this.svg.insertBefore(spot, later ?? null);
    this.drag = null;
  }

  choose(spot) {
    const number = this.number(spot);
    const before = this.chosen;
    const chosen = [...before, number];
    if (this.open(chosen).length > 0) this.chosen = chosen;
    else if (before.at(-1) === number) this.chosen = [];
    else this.chosen = this.open([number]).length > 0 ? [number] : [];
    const done = this.open().filter(({ path }) => path.length === this.chosen.length);
    if (this.chosen.length > 0 && done.length > 0) {
      const moves = [...new Set(done.map(({ move }) => move))];
      this.chosen = [];
      this.mark();
      if (moves.length === 1) this.played(moves[0]);
      else this.which(moves);
      return;
    }
    this.mark();
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
    } else if (event.key === "Escape") {
      this.chosen = [];
      this.mark();
    }
  }

  // The nearest spot in a direction; sideways counts more than ahead.
  neighbour([dx, dy]) {
    if (!this.here) return this.spots[0];
    const middle = (spot) => {
      const { left, right, top, bottom } = spot.getBoundingClientRect();
      return [(left + right) / 2, (top + bottom) / 2];
    };
    const [x, y] = middle(this.here);
    let best = null;
    let least = Infinity;
    for (const spot of this.spots) {
      const [sx, sy] = middle(spot);
      const ahead = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (ahead > 2 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = spot;
      }
    }
    return best;
  }
}
