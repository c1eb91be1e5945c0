// The boards and values of a sum, side by side; each can be played in.

import { Board } from "./board.js";
import { element, picture } from "./common.js";
import { value } from "./value.js";

export class Summands {
  // `played(row)` is called with a move that was made; `removed(place)` when a
  // summand is to go.
  constructor(root, { played, removed }) {
    this.root = root;
    this.played = played;
    this.removed = removed;
    this.places = [];
  }

  // The places are made once: what listens on them stays.
  place(number) {
    while (this.places.length <= number) {
      const [stage, caption] = [element("div", { class: "summand-board" }), element("figcaption")];
      const made = { figure: element("figure", { class: "summand" }, stage, caption), stage, caption, rows: [] };
      made.board = new Board(stage, { played: (move) => {
        const row = made.rows.find((known) => known.move === move);
        if (row) this.played(row);
      } });
      this.places.push(made);
    }
    return this.places[number];
  }

  // The board that is painted on.
  get board() {
    return this.place(0).board;
  }

  // Shows what is there, with what `side` can click.
  show({ terms }, side, { painted = null } = {}) {
    const several = terms.length > 1;
    this.root.classList.toggle("several", several);
    const figures = terms.map((shown, number) => {
      const made = this.place(number);
      made.rows = painted ? [] : shown[side].map((row) => ({ ...row, player: side }));
      made.board.painted = several ? null : painted;
      made.shown = shown;
      if (shown.kind === "value") {
        made.board.show("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'></svg>", []);
        made.stage.replaceChildren(element("div", { class: "worth" }, value(shown.value)));
      } else made.board.show(shown.svg, made.rows, { side });
      made.caption.replaceChildren(...(several ? this.caption(shown, number) : []));
      return made.figure;
    });
    if (terms.length === 0) figures.push(element("p", { class: "lead" }, "An empty sum: nobody has a move."));
    this.root.replaceChildren(...figures);
  }

  caption(shown, number) {
    const words = shown.kind === "value" ? "a value" : `${shown.negated ? "negative of " : ""}${shown.title}`;
    const about = element("span", { class: "about", id: `summand-${number}` });
    const remove = element("button", { type: "button", class: "small", "aria-label": `Remove summand ${number + 1}`, onclick: () => this.removed(number) }, "Remove");
    return [element("strong", {}, `${number + 1}: `), `${words} `, about, remove];
  }

  // What is known of a summand.
  tell(number, ...words) {
    this.places[number]?.caption.querySelector(".about")?.replaceChildren(...words, " ");
  }

  hottest(numbers) {
    this.places.forEach(({ figure }, number) => figure.classList.toggle("hottest", numbers.includes(number)));
  }

  judge(verdicts) {
    for (const { board, shown } of this.places) if (board.svg && shown?.kind !== "value") board.judge(verdicts);
  }

  flip() {
    for (const { board, shown } of this.places) if (board.svg && shown?.kind !== "value") board.flip();
  }

  // Shows a summand as it would be, or all as they are.
  preview(number, svg) {
    const board = this.places[number]?.board;
    if (board?.preview) {
      board.preview(svg);
      return true;
    }
    return false;
  }
}

// The small picture of a position after a move, for boards without a preview.
export function inset(root, svg) {
  root.replaceChildren(...(svg ? [picture(svg)] : []));
}
