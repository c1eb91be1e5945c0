// The notebook: cells, where they are kept, and how they are shared.

import { $, address, ask, complain, copy, download, element, on, read, send, state } from "./common.js";
import { CellView } from "./cell.js";
import { Cell, Evaluation } from "./evaluation.js";
import { code, joined, names, parted } from "./source.js";

const KEY = "legatus.notebook";
const TYPED = "legatus.typed";
const MOST_TYPED = 200;
const MOST_CELLS = 100;
// The server reads no longer text from an address.
const LONGEST_LINK = 4000;
// The remark of a cell that shows its thermograph.
const GRAPHED = " // graph";
// How long to wait for the next key before a change is evaluated.
const PAUSE = 60;

const kept = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};

class Notebook {
  constructor(begun) {
    this.id = begun.id;
    this.name = begun.name;
    this.longest = begun.longest;
    // A notebook of one's own is kept in the browser, one from a link in its address.
    this.own = begun.id === null && begun.text === null;
    this.typedBefore = kept(TYPED, []);
    this.evaluation = new Evaluation((cell) => this.views.find((view) => view.cell === cell)?.show());
    this.views = [];
    this.open(begun.text ?? kept(KEY, { text: "" }).text ?? "");
  }

  // --- the whole

  text() {
    return joined(this.views.map(({ cell }) => (cell.graphed ? `${cell.text.trimEnd()}${GRAPHED}` : cell.text)));
  }

  open(text) {
    for (const { cell } of this.views) cell.forget();
    const cells = parted(text).slice(0, MOST_CELLS);
    this.views = cells.map((cell) => new CellView(this.made(cell), this));
    if (this.views.length === 0 || code(this.views.at(-1).cell.text) !== "") this.views.push(new CellView(this.made(""), this));
    this.arrange();
    this.offer();
    this.evaluation.refresh();
  }

  // Who has written nothing is shown examples.
  offer() {
    $("examples").hidden = this.text().trim() !== "";
  }

  made(text) {
    const graphed = text.endsWith(GRAPHED);
    const cell = new Cell(graphed ? text.slice(0, -GRAPHED.length) : text);
    cell.graphed = graphed;
    return cell;
  }

  arrange() {
    this.evaluation.cells = this.views.map(({ cell }) => cell);
    // Cells that stay keep the focus.
    $("cells").replaceChildren(...this.views.map(({ root }) => root));
    this.views.forEach((view, index) => view.place(index));
  }

  changed() {
    this.offer();
    clearTimeout(this.pausing);
    this.pausing = setTimeout(() => this.keep(), 400);
  }

  // Keeps the notebook where it belongs.
  async keep() {
    const text = this.text();
    if (this.own) return localStorage.setItem(KEY, JSON.stringify({ text }));
    if (this.id === null) {
      const link = address("/calculator", { cells: text });
      if (text.length <= LONGEST_LINK) history.replaceState(null, "", link);
      return;
    }
    try {
      await this.put(`notebooks/${this.id}`, { name: this.name, text });
      this.say(`Saved as “${this.name}”.`);
    } catch (error) {
      complain(error);
    }
  }

  async put(path, body) {
    const headers = { "Content-Type": "application/json" };
    return read(await fetch(`/api/v1/${path}`, { method: "PUT", headers, body: JSON.stringify(body) }));
  }

  say(words, undo = null) {
    const back = undo && element("button", { type: "button", onclick: () => {
      undo();
      this.say("");
    } }, "Undo");
    $("status").replaceChildren(words, back ?? "");
  }

  // Shows another text in place of this one, which can be taken back.
  replace(text, words) {
    const before = this.text();
    this.open(text);
    this.changed();
    this.say(words, before === "" ? null : () => {
      this.open(before);
      this.changed();
    });
    this.views.at(-1).field.focus();
  }

  // --- what cells ask for

  names(cell) {
    const above = this.views.slice(0, this.views.findIndex((view) => view.cell === cell));
    return [...new Set(above.flatMap((view) => [...names(view.cell.text).defines]))];
  }

  isAlone() {
    return this.views.length === 1;
  }

  typed(view, text) {
    view.cell.text = text;
    view.slide();
    this.changed();
    clearTimeout(this.waiting);
    // A slider shows at once what it does; a text waits until it is entered.
    if (!view.sliding.hidden) this.waiting = setTimeout(() => this.evaluation.refresh(), PAUSE);
    else if (view.cell.state !== "idle") {
      view.cell.forget();
      view.show();
    }
  }

  enter(view, goOn) {
    if (view.cell.text.endsWith(GRAPHED)) {
      view.cell.graphed = true;
      view.write(view.cell.text.slice(0, -GRAPHED.length));
    }
    const { text } = view.cell;
    this.remember(text.trim());
    complain(null);
    this.evaluation.again(view.cell);
    const index = this.views.indexOf(view);
    const last = index === this.views.length - 1;
    if (last && code(text) !== "" && this.views.length < MOST_CELLS) {
      this.views.push(new CellView(this.made(""), this));
      this.arrange();
    }
    const next = goOn || last ? this.views[index + 1] : null;
    (next ?? view).field.focus();
    next?.root.scrollIntoView({ block: "nearest" });
  }

  go(view, way) {
    this.views[this.views.indexOf(view) + way]?.field.focus();
  }

  move(view, way) {
    const from = this.views.indexOf(view);
    const to = from + way;
    if (to < 0 || to >= this.views.length) return;
    this.views.splice(from, 1);
    this.views.splice(to, 0, view);
    this.arrange();
    this.evaluation.refresh();
    this.changed();
    view.field.focus();
  }

  insert(before = null) {
    if (this.views.length >= MOST_CELLS) return this.say(`A notebook has at most ${MOST_CELLS} cells.`);
    const view = new CellView(this.made(""), this);
    this.views.splice(before ? this.views.indexOf(before) : this.views.length, 0, view);
    this.arrange();
    view.field.focus();
    this.changed();
    return view;
  }

  remove(view) {
    const index = this.views.indexOf(view);
    view.cell.forget();
    this.views.splice(index, 1);
    if (this.views.length === 0) this.views.push(new CellView(this.made(""), this));
    this.arrange();
    this.evaluation.refresh();
    this.changed();
    this.views[Math.max(index - 1, 0)].field.focus();
    if (view.cell.text.trim() === "") return;
    this.say("Deleted a cell.", () => {
      this.views.splice(index, 0, view);
      this.arrange();
      this.evaluation.refresh();
      this.changed();
    });
  }

  graph(view) {
    view.cell.graphed = !view.cell.graphed;
    this.evaluation.refresh();
    view.show();
    this.changed();
  }

  stop(view) {
    this.evaluation.stop(view.cell);
  }

  again(view) {
    this.evaluation.again(view.cell);
  }

  insist(view, seconds) {
    this.evaluation.insist(view.cell, seconds);
  }

  compressed(view) {
    return this.evaluation.compressed(view.cell);
  }

  // --- what was typed before

  remember(text) {
    this.recalling = null;
    if (text === "") return;
    this.typedBefore = [...this.typedBefore.filter((before) => before !== text), text].slice(-MOST_TYPED);
    localStorage.setItem(TYPED, JSON.stringify(this.typedBefore));
  }

  // What was typed before or after what is shown; nothing if that is all.
  recall(way, shown) {
    if (this.recalling?.shown !== shown) this.recalling = { at: this.typedBefore.length, shown, first: shown };
    const at = this.recalling.at + way;
    if (at < 0 || at > this.typedBefore.length) return null;
    const text = at === this.typedBefore.length ? this.recalling.first : this.typedBefore[at];
    Object.assign(this.recalling, { at, shown: text });
    return text;
  }

  // --- what the tools do

  async save() {
    const name = window.prompt("Save the notebook as:", this.name ?? "");
    if (name === null) return;
    const saved = await send("notebooks", { name, text: this.text() });
    Object.assign(this, { id: saved.id, name: saved.name, own: false });
    history.pushState(null, "", `/calculator?notebook=${saved.id}`);
    this.say(`Saved as “${saved.name}”. Changes are saved as you make them.`);
    this.list();
  }

  link(button) {
    const text = this.text();
    if (text.length > LONGEST_LINK) {
      throw Object.assign(new Error("the notebook is too long for a link"), { hint: "save it as text and send the file" });
    }
    copy(address("/calculator", { cells: text }), button);
  }

  async list() {
    const all = await ask("notebooks");
    const links = all.map(({ id, name }) => element("a", { href: `/calculator?notebook=${id}` }, name));
    $("kept").replaceChildren(...(links.length > 0 ? links : [element("p", {}, "none yet")]));
  }

  async import(file) {
    if (file.size > this.longest) throw Object.assign(new Error("the file is too long"), { hint: `at most ${this.longest} bytes are read` });
    this.replace(await file.text(), `Opened ${file.name}.`);
  }
}

const notebook = new Notebook(state());

// Does what a tool does, or says why not.
const tool = (id, work, event = "click") => on(id, event, async (happened) => {
  complain(null);
  try {
    await work(happened.target);
  } catch (error) {
    complain(error);
  }
});

tool("add", () => notebook.insert());
tool("new", () => {
  if (!notebook.own) location.href = "/calculator";
  else notebook.replace("", "A new notebook.");
});
tool("save", () => notebook.save());
tool("link", (button) => notebook.link(button));
tool("export", () => download(`${notebook.name ?? "notebook"}.txt`, new Blob([`${notebook.text()}\n`], { type: "text/plain" })));
tool("import", async (field) => {
  if (field.files[0]) await notebook.import(field.files[0]);
  field.value = "";
  field.closest("details").open = false;
}, "change");
tool("search", (field) => {
  const words = field.value.toLowerCase().split(/\s+/);
  for (const entry of document.querySelectorAll("#functions .entry")) {
    const text = `${entry.dataset.names} ${entry.textContent}`.toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of document.querySelectorAll("#functions .group")) {
    group.hidden = group.querySelector(".entry:not([hidden])") === null;
    group.open = field.value.trim() !== "";
  }
}, "input");

// What is to be tried goes into the last cell, or a new one.
document.addEventListener("click", (event) => {
  const text = event.target.dataset?.try;
  if (text === undefined) {
    // A click elsewhere closes a menu.
    for (const open of document.querySelectorAll("details.drop[open]")) if (!open.contains(event.target)) open.open = false;
    return;
  }
  const last = notebook.views.at(-1);
  const view = last.cell.text.trim() === "" ? last : notebook.insert();
  view.write(text);
  view.enter(false);
});
document.addEventListener("keydown", (event) => {
  const open = event.target.closest?.("details.drop[open]");
  if (event.key !== "Escape" || !open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
document.querySelector(".tools .drop").addEventListener("toggle", () => notebook.list().catch(complain));
window.addEventListener("popstate", () => location.reload());
