// What pages share on which games are played: the game as it is known, steps,
// looking back, buttons and keys.

import { $, address, ask, attempt, complain, copy, element, on, send, state } from "./common.js";
import { subject, you } from "./people.js";
import { sure } from "./sure.js";

const able = (id, can) => {
  if ($(id)) $(id).disabled = !can;
};

export class Table {
  // `path` is where the game is asked for. `render(view)` shows a game,
  // `before(what, next)` may show a step before that, `refused()` tidies up.
  // `known(view)` is what the page knows of the game, and `seen(ply)` asks for
  // an earlier position; if it `waits`, not while a step is under way. The
  // computer moves when the game is `ready(view)`; if it cannot, `failed(error)`
  // offers what to do.
  constructor(path, options) {
    Object.assign(this, {
      path,
      before: null,
      refused: () => this.board.show(this.view.svg, this.mine ? this.view.legal : []),
      known: ({ current }) => ({ ply: current }),
      seen: (ply) => ask(`${path}/${this.view.id}`, { ply, ...this.seat }),
      failed: complain,
      ready: () => true,
      view: state(),
      busy: false,
      paused: false,
      // What the computer thinks about can be given up.
      thought: null,
      // Whether the game has changed elsewhere while a step was under way.
      stale: false,
      ...options,
    });
    // The key of a seat in a game by link is in the address of its page.
    const seat = new URLSearchParams(location.search).get("seat");
    this.seat = seat === null ? {} : { seat };
    this.key = seat === null ? "" : `?${new URLSearchParams({ seat })}`;
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

  // Whether a person at this page is to do something now.
  get mine() {
    const { link, turn } = this.view;
    return this.going && this.human(turn) && (!link || link.you === turn);
  }

  get computer() {
    return this.going && !this.human(this.view.turn) && !this.paused && this.ready(this.view);
  }

  show(next) {
    this.view = next;
    const { game, position, ply, plies, current, over } = next;
    const watching = next.link && !next.link.you;
    able("undo", (current > 0 || over) && !watching);
    able("redo", current < plies && !next.link);
    // Nobody is told what a computer is to do that thinks already.
    able("hint", this.mine && !next.link);
    able("resign", !over && !this.spectated && !watching);
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

  // Does something to the game. While the computer thinks, that is given up.
  async step(what, more = {}) {
    if (this.busy && !this.thought) return;
    this.thought?.abort();
    const thought = what === "reply" ? new AbortController() : null;
    this.thought = thought;
    this.busy = true;
    complain(null);
    try {
      const next = await send(`${this.path}/${this.view.id}/${what}${this.key}`, { ...this.known(this.view), ...more }, thought?.signal);
      await this.before?.(what, next);
      this.done(thought);
      this.show(next);
    } catch (error) {
      // What was given up has no say any more.
      if (error.name === "AbortError" || this.thought !== thought) return;
      this.done(thought);
      if (error.status === 409) {
        await this.refresh(true);
        // A computer's move that came too late concerns nobody.
        if (!thought) complain(error);
        return;
      }
      if (thought) this.failed(error);
      else complain(error);
      this.refused();
    }
    if (this.stale) this.refresh();
  }

  done(thought) {
    if (this.thought !== thought) return;
    this.busy = false;
    this.thought = null;
  }

  // Asks for the game as it is now, and shows it if it is another.
  async refresh(always = false) {
    if (this.busy) {
      this.stale = true;
      return;
    }
    this.stale = false;
    const told = ({ moves, current, plies, over, link }) => JSON.stringify([moves, current, plies, over, { ...link, there: null }]);
    await attempt(async () => {
      const next = await ask(`${this.path}/${this.view.id}`, this.seat);
      if (this.busy || (!always && told(next) === told(this.view))) return;
      complain(null);
      this.show(next);
    });
  }

  reply() {
    if (this.computer && !this.busy) this.step("reply");
  }

  // Gives up, after a question: the person at this page, or whose turn it is.
  async resign() {
    const side = you(this.view) ?? this.view.turn;
    const question = you(this.view) ? "Resign this game?" : `${subject(this.view, side)} resigns?`;
    if (await sure(question, "Resign")) this.step("resign", { side });
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
      if (document.querySelector("dialog[open]")) return;
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
    for (const what of ["undo", "redo"]) on(what, "click", () => this.step(what));
    on("resign", "click", () => this.resign());
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
