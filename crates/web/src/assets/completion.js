// Completion of names, with what each is for: from the panel of help, and the
// names of the notebook.

import { element } from "./common.js";

const MOST = 6;
const WORDS = ["Left", "Right", "true", "false", "inf", "help"];

// What can be typed: its names, how it is called, and what it does.
const entries = [...document.querySelectorAll("#functions .entry")].map((entry) => ({
  names: entry.dataset.names.split(" "),
  call: entry.dataset.call,
  about: entry.querySelector(".about").textContent,
  game: entry.dataset.call.includes('("'),
}));

function found(prefix, own) {
  const begins = (name) => name.toLowerCase().startsWith(prefix.toLowerCase()) && name !== prefix;
  const variables = own.filter(begins).map((name) => ({ name, call: name, about: "defined here", end: "" }));
  const words = WORDS.filter(begins).map((name) => ({ name, call: name, about: "", end: name === "help" ? " " : "" }));
  const functions = entries.flatMap(({ names, call, about, game }) => {
    // In the spelling that was begun, ours or CGSuite's.
    const name = names.find((one) => one.startsWith(prefix) && one !== prefix) ?? names.find(begins);
    return name === undefined ? [] : [{ name, call, about, end: game ? '("' : "(" }];
  });
  functions.sort((one, other) => one.name.length - other.name.length || one.name.localeCompare(other.name));
  return [...variables, ...functions, ...words].slice(0, MOST);
}

export class Completion {
  // `own` gives the names of the notebook, `changed` is called after a change.
  constructor(field, own, changed) {
    this.field = field;
    this.own = own;
    this.changed = changed;
    this.strip = element("div", { class: "strip", role: "group", "aria-label": "Completions", hidden: true });
    this.about = element("p", { class: "about", role: "status" });
    this.close();
  }

  close() {
    this.list = [];
    this.at = -1;
    this.strip.hidden = true;
    this.strip.replaceChildren();
  }

  // The name that is being typed.
  prefix() {
    const { value, selectionStart, selectionEnd } = this.field;
    if (selectionStart !== selectionEnd || /^\w/.test(value.slice(selectionEnd))) return "";
    return /[A-Za-z_]\w*$/.exec(value.slice(0, selectionStart))?.[0] ?? "";
  }

  // Offers what begins as what is being typed.
  offer(least = 2) {
    const prefix = this.prefix();
    const list = prefix.length >= least ? found(prefix, this.own()) : [];
    this.close();
    if (list.length === 0) return;
    this.list = list;
    this.start = this.field.selectionStart - prefix.length;
    this.show();
  }

  show() {
    const buttons = this.list.map((one, index) => element("button", { type: "button", tabindex: -1, class: index === this.at ? "chosen" : null, title: one.about, onclick: () => {
      this.insert(index);
      this.close();
      this.field.focus();
    } }, one.name));
    const one = this.list[Math.max(this.at, 0)];
    this.about.textContent = one.about === "" ? "" : `${one.call}: ${one.about}`;
    this.strip.replaceChildren(...buttons, this.about);
    this.strip.hidden = false;
  }

  insert(index) {
    const { name, end } = this.list[index];
    const { value, selectionStart } = this.field;
    const rest = value.slice(selectionStart);
    const method = value[this.start - 1] === ".";
    const tail = method || rest.startsWith("(") ? "" : end;
    const before = value.slice(0, this.start) + name + tail;
    this.field.value = before + rest;
    this.field.setSelectionRange(before.length, before.length);
    this.at = index;
    this.changed();
  }

  // Whether the key was meant for the list.
  key(event) {
    if (event.key === "Escape" && !this.strip.hidden) {
      this.close();
      return true;
    }
    if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (this.at < 0) {
      if (event.shiftKey) return false;
      if (this.list.length === 0) this.offer(1);
      if (this.list.length === 0) return false;
      this.insert(0);
    } else {
      this.insert((this.at + (event.shiftKey ? this.list.length - 1 : 1)) % this.list.length);
    }
    this.show();
    return true;
  }
}
