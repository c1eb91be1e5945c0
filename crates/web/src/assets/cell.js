// One cell of the notebook: what is typed, and what comes of it.

import { element, picture, sentences, thermograph } from "./common.js";
import { Completion } from "./completion.js";
import { dyadic, dyadicText, slid, slider } from "./source.js";
import { value } from "./value.js";

const MOST_TERMS = 12;
const LONG = 240;
const MORE_SECONDS = 120;
const STEPS = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32];
const OUTCOMES = {
  P: "the second player wins",
  N: "the first player wins",
  L: "Left wins, whoever begins",
  R: "Right wins, whoever begins",
};
const TYPESET = ["value", "number", "position", "list", "set", "form"];
const GRAPHED = ["value", "position", "form"];

export class CellView {
  // `notebook` knows the other cells and does what concerns them.
  constructor(cell, notebook) {
    this.cell = cell;
    this.notebook = notebook;
    this.field = element("textarea", { rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: 4000 });
    this.field.value = cell.text;
    this.completion = new Completion(this.field, () => notebook.names(cell), () => this.typed());
    this.number = element("span", { class: "ordinal", "aria-hidden": "true" });
    this.sliding = element("div", { class: "sliding", hidden: true });
    this.answer = element("div", { class: "answer", "aria-live": "polite" });
    this.root = element("li", { class: "cell" }, element("div", { class: "typing" }, this.number, this.field,
      element("button", { type: "button", class: "main", "aria-label": "Evaluate", title: "Evaluate (Enter)", onclick: () => this.enter(false) }, "="), this.menu()),
    this.completion.strip, this.sliding, this.answer);
    this.field.addEventListener("input", () => {
      this.typed();
      this.completion.offer();
    });
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("blur", () => setTimeout(() => {
      if (!this.root.contains(document.activeElement)) this.completion.close();
    }, 200));
    this.rows();
    this.slide();
  }

  menu() {
    const { notebook } = this;
    const item = (name, work) => element("button", { type: "button", onclick: () => {
      whole.open = false;
      work();
    } }, name);
    this.graphing = item("", () => notebook.graph(this));
    const whole = element("details", { class: "drop" }, element("summary", { "aria-label": "More about this cell" }, "⋯"),
      element("div", {}, this.graphing, item("Insert a cell above", () => notebook.insert(this)),
        item("Move up", () => notebook.move(this, -1)), item("Move down", () => notebook.move(this, 1)),
        item("Delete", () => notebook.remove(this))));
    return whole;
  }

  place(index) {
    this.number.textContent = index + 1;
    this.field.setAttribute("aria-label", `Cell ${index + 1}`);
  }

  rows() {
    this.field.rows = Math.min(this.field.value.split("\n").length, 12);
    this.root.classList.toggle("remark", /^\s*\/\//.test(this.field.value) && !/\n\s*(?!\/\/)\S/.test(this.field.value));
  }

  typed() {
    this.rows();
    this.notebook.typed(this, this.field.value);
  }

  // Puts another text into the cell, as if it was typed.
  write(text) {
    this.field.value = text;
    this.field.setSelectionRange(text.length, text.length);
    this.completion.close();
    this.typed();
  }

  enter(goOn) {
    this.completion.close();
    this.notebook.enter(this, goOn);
  }

  key(event) {
    const { field, notebook } = this;
    if (event.isComposing) return;
    if (this.completion.key(event)) return event.preventDefault();
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const done = (work) => {
      event.preventDefault();
      work();
    };
    if (event.key === "Enter") {
      if (event.ctrlKey || event.metaKey) return done(() => this.write(`${field.value}\n`));
      if (event.shiftKey || !field.value.includes("\n")) return done(() => this.enter(event.shiftKey));
    } else if (way && event.altKey) done(() => notebook.move(this, way));
    else if (way && (event.ctrlKey || event.metaKey)) done(() => notebook.go(this, way));
    else if (way && !event.shiftKey && this.atEdge(way)) {
      const text = notebook.recall(way, field.value);
      if (text !== null) done(() => this.write(text));
    } else if (event.key === "Backspace" && field.value === "" && notebook.isAlone() === false) done(() => notebook.remove(this));
  }

  // Whether the caret is in the first or the last line.
  atEdge(way) {
    const { value: text, selectionStart: at } = this.field;
    return !(way < 0 ? text.slice(0, at) : text.slice(at)).includes("\n");
  }

  // The slider, if the cell gives a name to a number.
  slide() {
    const found = slider(this.cell.text);
    this.sliding.hidden = found === null;
    if (found === null) return this.sliding.replaceChildren();
    const { name, number, from, to, step } = found;
    const range = this.sliding.querySelector("input[type=range]");
    const shape = `${name} ${from} ${to} ${step}`;
    if (this.shape !== shape || !range) {
      this.shape = shape;
      this.sliding.replaceChildren(...this.slider(found));
    }
    const place = this.sliding.querySelector("input[type=range]");
    const index = String((number - from) / step);
    if (place.value !== index) place.value = index;
    place.setAttribute("aria-valuetext", dyadicText(number));
  }

  slider({ name, from, to, step }) {
    const write = (changes, ranged) => {
      const now = slider(this.cell.text);
      if (now) this.write(slid(this.cell.text, { ...now, ...changes }, ranged));
    };
    const range = element("input", { type: "range", min: 0, max: (to - from) / step, step: 1, "aria-label": name,
      oninput: (event) => write({ number: from + Number(event.target.value) * step }, false) });
    const end = (label, key, at) => element("input", { class: "end", "aria-label": `${label} of ${name}`, value: dyadicText(at), size: 4,
      onchange: (event) => {
        const wanted = dyadic(event.target.value);
        const now = { from, to, [key]: wanted };
        if (wanted % step === 0 && now.from < now.to) write({ ...now, number: Math.min(Math.max(slider(this.cell.text).number, now.from), now.to) }, true);
        else event.target.value = dyadicText(at);
      } });
    const steps = element("select", { "aria-label": `Step of ${name}`, onchange: (event) => {
      const wanted = Number(event.target.value);
      const { number } = slider(this.cell.text);
      const fits = (x, round) => round(x / wanted) * wanted;
      write({ step: wanted, from: fits(from, Math.floor), to: fits(to, Math.ceil), number: fits(number, Math.round) }, true);
    } }, ...[...new Set([...STEPS, step])].map((one) => element("option", { value: one, selected: one === step }, dyadicText(one))));
    return [end("Lowest", "from", from), range, end("Highest", "to", to), element("label", {}, "step ", steps)];
  }

  // Shows what the cell has come to.
  show() {
    const { cell } = this;
    clearInterval(this.timer);
    this.graphing.textContent = cell.graphed ? "Hide the thermograph" : "Show the thermograph";
    this.root.setAttribute("aria-busy", String(cell.state === "pending" || cell.state === "waiting"));
    this.root.classList.toggle("pending", cell.state === "pending" || cell.state === "waiting");
    this.root.classList.toggle("failed", cell.state === "failed");
    const shown = { pending: () => this.pending(), waiting: () => [element("p", { class: "wait" }, "waits for cells above")],
      failed: () => this.failed(), stopped: () => this.stopped(), done: () => this.done() }[cell.state];
    this.answer.replaceChildren(...(shown ? shown() : []));
  }

  pending() {
    const time = element("span", { "aria-hidden": "true" });
    const tick = () => {
      const seconds = Math.floor((Date.now() - this.cell.begun) / 1000);
      time.textContent = seconds > 0 ? ` ${seconds} s` : "";
    };
    this.timer = setInterval(tick, 500);
    tick();
    return [element("p", { class: "wait" }, "working…", time, " ",
      element("button", { type: "button", onclick: () => this.notebook.stop(this) }, "Stop"))];
  }

  failed() {
    const { error } = this.cell;
    const shown = [element("p", { class: "lose" }, sentences(error))];
    if (error.status === 422) {
      shown.push(element("button", { type: "button", onclick: () => this.notebook.insist(this, MORE_SECONDS) }, `Try for ${MORE_SECONDS} seconds`));
    }
    return shown;
  }

  stopped() {
    return [element("p", { class: "wait" }, "Stopped. ", element("button", { type: "button", onclick: () => this.notebook.again(this) }, "Start again"))];
  }

  done() {
    const { answer, graph } = this.cell;
    const shown = [];
    if (answer.text) shown.push(this.result(answer));
    if (answer.note) shown.push(element("p", { class: "note" }, `Note: ${answer.note}`));
    if (answer.terms?.some(({ game }) => game)) shown.push(this.terms(answer.terms));
    if (graph) shown.push(graph.none ? element("p", { class: "note" }, `No thermograph: ${graph.none}`) : thermograph(graph.walls, graph.src));
    return shown;
  }

  result(answer) {
    const { type, text } = answer;
    if (!TYPESET.includes(type)) {
      const words = type === "outcome" && OUTCOMES[text] ? `: ${OUTCOMES[text]}` : "";
      return element("div", { class: text.includes("\n") ? "result prose" : "result" }, element("p", {}, element("code", { "data-text": text }, text), words));
    }
    const line = element("div", { class: "result" }, value(text, { copy: true }));
    if (GRAPHED.includes(type) && !this.cell.graphed) {
      line.append(element("button", { type: "button", class: "quietly", onclick: () => this.notebook.graph(this) }, "Thermograph"));
    }
    if (text.length > LONG && type !== "list" && type !== "set") {
      line.append(element("button", { type: "button", class: "quietly", onclick: (event) => this.compress(event.target, line) }, "Name its parts"));
    }
    return line;
  }

  // Shows the value with names for what repeats.
  async compress(button, line) {
    button.disabled = true;
    try {
      const text = await this.notebook.compressed(this);
      if (!line.isConnected) return;
      const whole = value(text);
      line.querySelector(".typeset").replaceWith(whole);
      button.remove();
    } catch (error) {
      button.replaceWith(element("span", { class: "lose" }, sentences(error)));
    }
  }

  // Pictures of the positions of a sum.
  terms(terms) {
    const row = element("div", { class: "terms" });
    terms.slice(0, MOST_TERMS).forEach(({ game, position, negated, value: text }, index) => {
      const sign = negated ? "−" : index > 0 ? "+" : null;
      if (sign) row.append(element("span", { class: "sign" }, sign));
      if (text !== undefined) return row.append(value(text));
      const about = new URLSearchParams({ game, position });
      const link = element("a", { href: `/analyse?${about}`, title: "Explore", "aria-label": `Explore ${game} ${position}` });
      row.append(link);
      board(about).then((drawn) => link.replaceChildren(drawn)).catch(() => link.replaceChildren(element("code", {}, position)));
    });
    if (terms.length > MOST_TERMS) row.append(element("span", {}, `and ${terms.length - MOST_TERMS} more`));
    return row;
  }
}

// The picture of a position, without what only a board to play on needs.
async function board(about) {
  const response = await fetch(`/api/v1/board.svg?${about}`);
  if (!response.ok) throw new Error("no picture");
  const drawn = picture(await response.text());
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}
