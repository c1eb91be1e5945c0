// What cells evaluate to. A cell is asked again when what it says, or what a
// name in it stands for, has changed.

import { ask } from "./common.js";
import { definition, isHelp, names, statements } from "./source.js";

// The server answers eight questions of a browser at once.
const AT_ONCE = 4;
// A value up to this length is handed on as it is, a longer one by its expression.
const LONGEST_VALUE = 800;
const SECONDS = 10;

// A cell: its text, and its answer as far as it is known.
export class Cell {
  constructor(text = "") {
    this.text = text;
    this.graphed = false;
    this.forget();
  }

  // Nothing stays of an answer to another question.
  forget() {
    this.abort?.abort();
    this.abort = null;
    this.state = "idle";
    this.asked = null;
    this.answer = null;
    this.graph = null;
    this.error = null;
  }

  fail(error, asked) {
    this.forget();
    this.state = "failed";
    this.error = error;
    this.asked = asked;
  }
}

export class Evaluation {
  // `changed` is called with a cell whose state has changed.
  constructor(changed) {
    this.cells = [];
    this.changed = changed;
  }

  // The cells above that define what a cell needs, from top to bottom.
  needs(cell) {
    const above = this.cells.slice(0, this.cells.indexOf(cell)).reverse();
    const found = new Set([...names(cell.text).uses].map((name) => above.find((other) => names(other.text).defines.has(name))));
    return this.cells.filter((other) => found.has(other));
  }

  // The cells that a cell needs, and those that these need.
  allNeeds(cell) {
    const all = new Set();
    const visit = (from) => this.needs(from).forEach((other) => {
      if (!all.has(other)) {
        all.add(other);
        if (!known(other)) visit(other);
      }
    });
    visit(cell);
    return this.cells.filter((other) => all.has(other));
  }

  // Brings every cell up to date.
  refresh() {
    for (const cell of this.cells) this.look(cell);
  }

  look(cell) {
    const own = statements(cell.text);
    if (own.length === 0) {
      if (cell.state !== "idle") {
        cell.forget();
        this.changed(cell);
      }
      return;
    }
    const needs = this.needs(cell);
    const broken = needs.find(({ state }) => state === "failed" || state === "stopped");
    if (broken) {
      const number = this.cells.indexOf(broken) + 1;
      const reason = `broken ${number} ${cell.text}`;
      if (cell.asked === reason) return;
      cell.fail({ message: `cell ${number} has no answer`, hint: "this cell needs a name from there" }, reason);
      return this.changed(cell);
    }
    if (needs.some(({ state }) => state !== "done")) return this.pend(cell);
    const expression = isHelp(cell.text) ? cell.text.trim() : [...this.allNeeds(cell).map(handedOn), ...own].join("; ");
    const asked = `${cell.graphed} ${expression}`;
    if (cell.asked === asked && cell.state !== "waiting") return;
    if (this.cells.filter(({ state }) => state === "pending").length >= AT_ONCE) return this.pend(cell);
    this.run(cell, expression, asked);
  }

  // It waits for others.
  pend(cell) {
    if (cell.state === "waiting") return;
    cell.forget();
    cell.state = "waiting";
    this.changed(cell);
  }

  async run(cell, expression, asked, seconds = SECONDS) {
    cell.forget();
    const abort = new AbortController();
    Object.assign(cell, { state: "pending", asked, abort, expression, begun: Date.now() });
    this.changed(cell);
    try {
      const answer = await ask("calc", { expression, seconds }, abort.signal);
      const graph = cell.graphed || answer.type === "thermograph" ? await this.thermograph(cell, expression, seconds, abort.signal) : null;
      if (cell.abort !== abort) return;
      Object.assign(cell, { state: "done", answer, graph, abort: null });
    } catch (error) {
      if (cell.abort !== abort) return;
      cell.fail(error, asked);
      cell.expression = expression;
    }
    this.changed(cell);
    this.refresh();
  }

  // The thermograph of what an expression is, or nothing if it has none.
  async thermograph(cell, expression, seconds, signal) {
    try {
      const walls = await ask("thermograph", { expression, seconds }, signal);
      const title = statements(cell.text).at(-1);
      return { walls, src: `/api/v1/thermograph.svg?${new URLSearchParams({ expression, title, seconds })}` };
    } catch (error) {
      if (error.name === "AbortError" || error.status === 422) throw error;
      return { none: error.message };
    }
  }

  // Asks again, for longer.
  insist(cell, seconds) {
    this.run(cell, cell.expression, cell.asked, seconds);
    this.refresh();
  }

  stop(cell) {
    const { asked } = cell;
    cell.forget();
    Object.assign(cell, { state: "stopped", asked });
    this.changed(cell);
    this.refresh();
  }

  // The cell as it is, from the beginning.
  again(cell) {
    cell.forget();
    this.refresh();
  }

  // What the compressor makes of a cell's answer.
  async compressed(cell) {
    const own = statements(cell.text);
    const last = definition(own.at(-1));
    const wrapped = last ? [...own, `compress(${last.name})`] : [...own.slice(0, -1), `compress(${own.at(-1)})`];
    const { text } = await ask("calc", { expression: [...this.allNeeds(cell).map(handedOn), ...wrapped].join("; ") });
    return text;
  }
}

// Whether a cell does nothing but give a name to a value that is known.
function known(cell) {
  const own = statements(cell.text);
  const { type, text = "" } = cell.answer ?? {};
  return own.length === 1 && definition(own[0]) !== null && (type === "value" || type === "number") && text.length <= LONGEST_VALUE;
}

// What a cell hands on to those below.
function handedOn(cell) {
  const own = statements(cell.text);
  if (!known(cell)) return own.join("; ");
  const { type, text } = cell.answer;
  return `${definition(own[0]).name} = ${type === "value" ? `value("${text}")` : text}`;
}
