// A game of two people on two devices: the link for the other one, who is
// there, what the other one wants, and news of moves as they are made.

import { $, attempt, copy, element, send } from "./common.js";
import { other, subject } from "./people.js";

export class Friend {
  constructor(table) {
    this.table = table;
    this.there = table.view.link.there;
    this.lost = false;
    this.connect();
    // A page that is left is not there, also if the browser keeps it.
    window.addEventListener("pagehide", () => this.source.close());
    window.addEventListener("pageshow", (event) => event.persisted && this.connect());
  }

  get path() {
    return `play/${this.table.view.id}`;
  }

  // Whoever connects, for the first time or again, asks for the game: nothing
  // is lost that happened meanwhile.
  connect() {
    const source = new EventSource(`/api/v1/${this.path}/events${this.table.key}`);
    this.source = source;
    source.onopen = () => {
      this.lost = false;
      this.table.refresh();
      this.show();
    };
    source.onmessage = ({ data }) => {
      const { changed, there } = JSON.parse(data);
      this.there = there;
      if (changed) this.table.refresh();
      this.show();
    };
    source.onerror = () => {
      this.lost = true;
      this.show();
      // A browser that was refused does not try again of itself.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.connect(), 2000);
    };
  }

  show() {
    const { view } = this.table;
    const { link } = view;
    const parts = link.you ? this.seated(view) : [element("p", {}, "You are watching: only the two players can move.")];
    if (this.lost) parts.push(element("p", { class: "error", role: "status" }, "The connection is lost. Trying again…"));
    $("friend").replaceChildren(...parts);
    $("friend").hidden = false;
  }

  seated(view) {
    const { link } = view;
    const here = this.there[other(link.you)];
    const parts = [];
    if (link.invitation && !here) parts.push(...this.invitation(link));
    parts.push(element("p", { class: here ? "presence here" : "presence" },
      here ? "Your opponent is here." : "Your opponent is not here."));
    if (link.wish === link.you) parts.push(element("p", {}, "You have asked to take a move back. Your opponent has to agree."));
    else if (link.wish) parts.push(this.wish(view));
    return parts;
  }

  invitation({ invitation, others }) {
    const address = new URL(invitation, location.href).href;
    const field = element("input", { readonly: true, value: address, id: "invitation", onfocus: (event) => event.target.select() });
    const parts = [
      element("label", { for: "invitation" }, "Send this link to your opponent"),
      element("div", { class: "row" }, field,
        element("button", { class: "main", onclick: (event) => copy(address, event.target) }, "Copy link")),
    ];
    if (!others) {
      parts.push(element("p", { class: "note" }, "This server answers this machine only. For an opponent elsewhere it has to be started for others: ",
        element("a", { href: "/help" }, "Help"), " says how."));
    }
    return parts;
  }

  wish(view) {
    const answer = (what) => () => attempt(async () => {
      if (what === "undo") return this.table.step("undo");
      await send(`${this.path}/refuse${this.table.key}`, {});
      this.table.refresh();
    });
    return element("div", { role: "status" },
      element("p", {}, `${subject(view, view.link.wish)} asks to take a move back.`),
      element("div", { class: "buttons" },
        element("button", { class: "main", onclick: answer("undo") }, "Allow"),
        element("button", { onclick: answer("refuse") }, "Refuse")));
  }
}
