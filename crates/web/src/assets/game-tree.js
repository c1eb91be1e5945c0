// The game tree of the position as a picture. A click on a board folds what is
// below it, or unfolds it.

import { $, element, picture, read, sentences } from "./common.js";

export class GameTree {
  // `subject()` is the position that is shown, as parameters; null for sums.
  constructor(subject) {
    this.subject = subject;
    this.root = $("tree");
    this.place = $("tree-picture");
    this.folded = new Set();
    this.root.addEventListener("toggle", () => this.show());
    this.depth.addEventListener("change", () => {
      this.folded.clear();
      this.show();
    });
    this.zoom.addEventListener("input", () => this.size());
    this.place.addEventListener("click", (event) => this.turn(event.target.closest?.(".node")));
    this.place.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.turn(event.target.closest?.(".node"));
    });
  }

  get depth() {
    return this.root.querySelector("[name=depth]");
  }

  get zoom() {
    return this.root.querySelector("[name=zoom]");
  }

  // The position is another one.
  renew() {
    this.folded.clear();
    this.place.replaceChildren();
    this.show();
  }

  async show() {
    this.abort?.abort();
    if (!this.root.open) return;
    const subject = this.subject();
    if (!subject) {
      this.place.replaceChildren(element("p", {}, "A tree is drawn of one board. Remove the other summands, or open a part by itself."));
      return;
    }
    this.abort = new AbortController();
    const query = new URLSearchParams({ ...subject, depth: this.depth.value || "2", folded: [...this.folded].join(",") });
    try {
      const response = await fetch(`/api/v1/tree.svg?${query}`, { signal: this.abort.signal });
      if (!response.ok) await read(response);
      const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.node : null;
      this.svg = picture(await response.text());
      this.place.replaceChildren(this.svg);
      for (const node of this.svg.querySelectorAll(".node")) {
        node.setAttribute("tabindex", "0");
        node.setAttribute("role", "button");
        node.setAttribute("aria-expanded", String(node.dataset.folded !== "true"));
        node.setAttribute("aria-label", `Board ${node.dataset.node}: fold or unfold what is below it`);
        if (node.dataset.node === focused) node.focus();
      }
      this.size();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.place.replaceChildren(element("p", { class: "lose" }, sentences({ ...error, message: error.message, hint: "show fewer moves, or fold some boards" })));
    }
  }

  turn(node) {
    if (!node) return;
    const number = node.dataset.node;
    if (!this.folded.delete(number)) this.folded.add(number);
    this.show();
  }

  size() {
    if (!this.svg) return;
    const { width } = this.svg.viewBox.baseVal;
    this.svg.setAttribute("width", width * Number(this.zoom.value) / 100);
    this.svg.removeAttribute("height");
  }
}
