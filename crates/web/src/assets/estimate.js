// What a search sees while nothing is solved: the best moves, looked at for
// longer and longer.

import { ask, element } from "./common.js";
import { about, sideName } from "./position.js";

// How long each look takes, in seconds.
const LOOKS = [1, 2, 4, 8, 16, 30, 60];

export class Estimate {
  // `hovered` and `chosen` are for moves of the player, as in a list of moves.
  constructor(root, { chosen = null, hovered = null } = {}) {
    this.root = root;
    this.chosen = chosen;
    this.hovered = hovered;
  }

  stop() {
    this.abort?.abort();
    this.abort = null;
    clearInterval(this.timer);
  }

  clear() {
    this.stop();
    this.root.replaceChildren();
  }

  // Looks at a subject for a player until it is stopped; `moves` are those that
  // can be made.
  async show(subject, player, { misere = false, sides = null, moves = [] } = {}) {
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    const begun = performance.now();
    const clock = element("span", { class: "clock" });
    const stop = element("button", { type: "button", class: "small", onclick: () => {
      this.stop();
      stop.remove();
      clock.textContent = ` stopped after ${elapsed(begun)}`;
    } }, "Stop");
    const who = sides?.[player] ? sideName(sides, player) : "the player to move";
    const lines = element("div");
    this.root.replaceChildren(element("h2", {}, "Estimate"), element("p", { class: "lead" },
      `Not solved yet. This is what a search sees for ${who}; it is no proof.`), lines, element("p", { class: "status" }, clock, " ", stop));
    const tick = () => { clock.textContent = ` ${elapsed(begun)}`; };
    tick();
    this.timer = setInterval(tick, 500);
    const flag = misere ? { misere } : {};
    for (const seconds of LOOKS) {
      let seen;
      try {
        seen = await ask("estimate", { ...about(subject), player, seconds, ...flag }, abort.signal);
      } catch (error) {
        if (abort.signal.aborted) return;
        if (lines.childElementCount === 0) lines.replaceChildren(element("p", {}, `There is no estimate: ${error.message}.`));
        // A longer look may fit where a short one did not.
        if (error.status !== 422) break;
        continue;
      }
      if (abort.signal.aborted) return;
      lines.replaceChildren(...this.seen(seen, moves, who));
      if (seen.lines.length === 0 || seen.lines.every(({ wins }) => wins !== null)) break;
    }
    clearInterval(this.timer);
    stop.remove();
  }

  seen({ depth, nodes, millis, lines }, moves, who) {
    if (lines.length === 0) return [element("p", {}, "There is no move.")];
    const speed = Math.round(nodes / Math.max(millis, 1) * 1000);
    const list = element("ol", { class: "estimates" }, ...lines.map((line) => this.line(line, moves, who)));
    return [list, element("p", { class: "status" },
      `Depth ${depth} · ${nodes.toLocaleString("en")} positions · ${speed.toLocaleString("en")} per second`)];
  }

  line({ moves: words, estimate, wins, distance }, moves, who) {
    const [first, ...rest] = words;
    const row = moves.find(({ move }) => move === first);
    const over = () => this.hovered?.(row);
    const out = () => this.hovered?.(null);
    const head = row && this.chosen ? element("button", { type: "button", class: "link move", onclick: () => {
      out();
      this.chosen(row);
    }, onpointerenter: over, onpointerleave: out, onfocus: over, onblur: out }, first) : element("span", { class: "move" }, first);
    const worth = wins === null ? `${estimate >= 0 ? "+" : "−"}${Math.abs(estimate).toFixed(1)}` : `${wins ? "wins" : "loses"} in ${distance}`;
    const kind = wins === null ? "" : wins ? "win" : "lose";
    const spoken = wins === null ? `${who} is ${estimate >= 0 ? "ahead" : "behind"} by about ${Math.abs(estimate).toFixed(1)} moves` : `seen to the end: ${worth} moves`;
    return element("li", {}, element("span", { class: `worth ${kind}`, title: spoken, "aria-label": spoken, role: "img" }, worth), " ", head,
      rest.length > 0 ? element("span", { class: "rest" }, ` ${rest.join(" ")}`) : "");
  }
}

const elapsed = (begun) => `${Math.round((performance.now() - begun) / 1000)} s`;
