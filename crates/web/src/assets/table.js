// What pages share on which games are played: the game as it is known, steps,
// looking back, buttons and keys.

import { $, address, ask, attempt, complain, copy, element, on, send, state } from "./common.js";

const able = (id, can) => {
  if ($(id)) $(id).disabled = !can;
};

export class Table {
  // `path` is where the game is asked for. `render(view)` shows a game,
  // `before(what, next)` may show a step before that, `refused()` tidies up.
  // `known(view)` is what the page knows of the game, and `seen(ply)` asks for
  // an earlier position; if it `waits`, not while a step is under way. The
  // computer moves when the game is `ready(view)`.
  constructor(path, options) {
    Object.assign(this, {
      path,
      before: null,
      refused: () => this.board.show(this.view.svg, this.mine ? this.view.legal : []),
      known: ({ current }) => ({ ply: current }),
      seen: (ply) => ask(`${path}/${this.view.id}`, { ply }),
      ready: () => true,
      view: state(),
      busy: false,
      paused: false,
      ...options,
    });
    // A game that somebody shared is looked at, not played.
    this.looking = this.view.id === null;
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

  // Whether somebody is to move in this position.
  get going() {
    return !this.looking && this.live && !this.view.over;
  }

  // Whether a person is to do something now.
  get mine() {
    return this.going && this.human(this.view.turn);
  }

  get computer() {
    return this.going && !this.human(this.view.turn) && !this.paused && this.ready(this.view);
  }

  show(next) {
    this.view = next;
    const { game, position, ply, plies, current, over } = next;
    able("undo", current > 0 || over);
    able("redo", current < plies);
    able("hint", this.live && !over);
    able("resign", !over);
    for (const id of ["first", "back"]) able(id, ply > 0);
    for (const id of ["forward", "last"]) able(id, ply < plies);
    $("edit").href = address("/analyse", { game, position });
    this.render(next);
    if ($("analysis")?.open) this.analyse(next);
    if (this.computer) setTimeout(() => this.reply(), this.spectated ? 400 : 0);
  }

  // The list of turns; `words(turn, number)` says what was done.
  list(turns, words) {
    const { ply, current } = this.view;
    const items = turns.map((turn, number) => element("li", { class: number >= current ? "undone" : null },
      element("button", { "aria-current": number + 1 === ply ? "true" : null, onclick: () => this.look(number + 1) }, words(turn, number))));
    $("moves").replaceChildren(...items);
    // Only the list is scrolled, not the page.
    const here = items[ply - 1];
    $("moves").scrollTop = here ? here.offsetTop - $("moves").offsetTop - $("moves").clientHeight / 2 : 0;
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

  look(ply) {
    if (ply < 0 || ply > this.view.plies || (this.busy && this.waits)) return;
    attempt(async () => this.show(await this.seen(ply)));
  }

  // Begins: buttons and keys work from now on. `said(text)` does what was
  // typed; `keys(key)` is asked first, and what it does not want and begins a
  // move is typed. A position is shared as a page at `shared`.
  begin({ hint, said = null, keys = () => false, typed = /^[a-z0-9]$/i, shared = "/analyse" }) {
    if (!this.looking) this.buttons(hint, said ?? ((move) => move.trim() !== "" && this.step("move", { move })));
    on("flip", "click", () => this.board.flip());
    on("first", "click", () => this.look(0));
    on("back", "click", () => this.look(this.view.ply - 1));
    on("forward", "click", () => this.look(this.view.ply + 1));
    on("last", "click", () => this.look(this.view.plies));
    on("share", "click", (event) => {
      const { game, position } = this.view;
      copy(address(shared, { game, position }), event.target);
    });
    $("analysis")?.addEventListener("toggle", (event) => {
      if (event.target.open) this.analyse(this.view);
      else this.facts.cancel();
    });
    document.addEventListener("keydown", (event) => {
      const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement?.tagName);
      const { key } = event;
      if (event.ctrlKey && key === "z" && !this.looking) this.step("undo");
      else if (event.ctrlKey && key === "y" && !this.looking) this.step("redo");
      else if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
      else if (key === "[") this.look(this.view.ply - 1);
      else if (key === "]") this.look(this.view.ply + 1);
      else if (this.looking) return;
      else if (key === "?") $("hint").click();
      else if (keys(key)) {
        // Done.
      } else if (typed.test(key)) {
        $("typed").elements.move.focus();
        return;
      } else return;
      event.preventDefault();
    });
    this.show(this.view);
  }

  // The buttons of a game that is played.
  buttons(hint, said) {
    for (const what of ["undo", "redo", "resign"]) on(what, "click", () => this.step(what));
    on("hint", "click", hint);
    on("typed", "submit", (event) => {
      event.preventDefault();
      const input = event.target.elements.move;
      const text = input.value;
      input.value = "";
      said(text);
    });
    if (!this.spectated) return;
    const pause = element("button", { id: "pause", onclick: () => {
      this.paused = !this.paused;
      pause.textContent = this.paused ? "Go on" : "Pause";
      this.reply();
    } }, "Pause");
    $("undo").before(pause);
  }
}
