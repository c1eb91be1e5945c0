// What pages share on which games are played with a die or beside cards: the
// game as it is known, steps, looking back, buttons and keys.

import { ask, complain, element, send, state } from "./common.js";

const $ = (id) => document.getElementById(id);

export const NAMES = { left: "Left (Black)", right: "Right (White)" };

export class Table {
  // `path` is where the game is asked for. `render(view)` shows a game,
  // `before(what, next)` may show a step before that, `refused()` tidies up;
  // `known(view)` is what the page knows of the game.
  constructor(path, { render, board, before = null, refused = () => {}, known = (view) => ({ ply: view.current }), ready = () => true }) {
    Object.assign(this, { path, board, before, refused, known, ready });
    this.draw = render;
    this.view = state();
    this.busy = false;
    this.paused = false;
  }

  get live() {
    return this.view.ply === this.view.current;
  }

  human(side) {
    return this.view[side].player === "human";
  }

  get spectated() {
    return !this.human("left") && !this.human("right");
  }

  // Whether a person is to do something now.
  get mine() {
    return this.live && !this.view.over && this.human(this.view.turn);
  }

  get computer() {
    return this.live && !this.view.over && !this.human(this.view.turn) && !this.paused && this.ready(this.view);
  }

  show(next) {
    this.view = next;
    this.draw(next);
    $("resign").disabled = Boolean(next.over);
    $("first").disabled = $("back").disabled = next.ply === 0;
    $("forward").disabled = $("last").disabled = next.ply === next.plies;
    if (this.computer) setTimeout(() => this.reply(), this.spectated ? 400 : 0);
  }

  // The list of turns; `words(turn, number)` says what was done.
  list(words) {
    const { view } = this;
    const items = view.turns.map((turn, number) => element("li", { class: number >= view.current ? "undone" : null },
      element("button", { "aria-current": number + 1 === view.ply ? "true" : null, onclick: () => this.look(number + 1) }, words(turn, number))));
    $("moves").replaceChildren(...items);
    // Only the list is scrolled, not the page.
    const here = items[view.ply - 1];
    if (here) $("moves").scrollTop = here.offsetTop - $("moves").offsetTop - $("moves").clientHeight / 2;
  }

  async step(what, more = {}) {
    if (this.busy) return;
    this.busy = true;
    complain(null);
    try {
      const next = await send(`${this.path}/${this.view.id}/${what}`, { ...this.known(this.view), ...more });
      await this.before?.(what, next);
      this.busy = false;
      this.show(next);
    } catch (error) {
      this.busy = false;
      complain(error);
      this.refused();
    }
  }

  reply() {
    if (this.computer) this.step("reply");
  }

  async look(ply) {
    if (ply < 0 || ply > this.view.plies || this.busy) return;
    try {
      this.show(await ask(`${this.path}/${this.view.id}`, { ply }));
    } catch (error) {
      complain(error);
    }
  }

  // Begins: buttons and keys work from now on. `keys(key)` is asked first;
  // what it does not want and begins a move is typed.
  begin({ keys = () => false, typed = /^[a-z0-9]$/i } = {}) {
    for (const what of ["undo", "redo", "resign"]) $(what).addEventListener("click", () => this.step(what));
    $("flip").addEventListener("click", () => this.board.flip());
    $("first").addEventListener("click", () => this.look(0));
    $("back").addEventListener("click", () => this.look(this.view.ply - 1));
    $("forward").addEventListener("click", () => this.look(this.view.ply + 1));
    $("last").addEventListener("click", () => this.look(this.view.plies));
    if (this.spectated) {
      const pause = element("button", { id: "pause", onclick: () => {
        this.paused = !this.paused;
        pause.textContent = this.paused ? "Go on" : "Pause";
        this.reply();
      } }, "Pause");
      $("undo").before(pause);
    }
    document.addEventListener("keydown", (event) => {
      const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement?.tagName);
      if (event.ctrlKey && event.key === "z") this.step("undo");
      else if (event.ctrlKey && event.key === "y") this.step("redo");
      else if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
      else if (event.key === "?") $("hint").click();
      else if (event.key === "[") this.look(this.view.ply - 1);
      else if (event.key === "]") this.look(this.view.ply + 1);
      else if (keys(event.key)) {
        // Done.
      } else if (typed.test(event.key)) {
        $("typed").elements.move.focus();
        return;
      } else return;
      event.preventDefault();
    });
    this.show(this.view);
  }
}
