// What is known about a position, shown as it becomes known.

import { ask, element, picture } from "./common.js";

const WORDS = {
  P: "the second player wins",
  N: "the first player wins",
  L: "Left (Black) wins, whoever begins",
  R: "Right (White) wins, whoever begins",
};

export class Facts {
  constructor(root) {
    this.root = root;
    this.answers = {};
  }

  cancel() {
    this.abort?.abort();
    this.abort = null;
  }

  // Asks everything about a position. `judged` gets the verdict on every move
  // of the player to move; a click on a move in the list calls `chosen`.
  async show(game, position, { misere = false, loopy = false, turn = null, judged = null, chosen = null, parts = [] } = {}) {
    this.cancel();
    const abort = new AbortController();
    this.abort = abort;
    this.answers = {};
    this.root.replaceChildren();
    const about = { game, position };
    const watch = `${Math.random()}`.slice(2);
    const waiting = element("p", { role: "status" });
    const stop = element("button", { onclick: () => { this.cancel(); waiting.replaceChildren("cancelled"); } }, "Cancel");
    const outcome = element("section");
    const value = element("section");
    const graph = element("section");
    const moves = element("section");
    const pieces = element("section");
    this.root.append(waiting, outcome, value, graph, pieces, moves);
    const timer = setInterval(async () => {
      const { positions } = await ask("progress", { watch }).catch(() => ({ positions: null }));
      if (abort.signal.aborted) return clearInterval(timer);
      if (positions !== null) waiting.replaceChildren(`${positions.toLocaleString("en")} positions looked at `, stop);
    }, 700);
    const attempt = async (name, work, place) => {
      try {
        await work();
      } catch (error) {
        if (error.name === "AbortError") return;
        place.append(element("p", { class: "lose" }, `${name}: ${error.message}. ${error.hint ?? ""}`));
      }
    };
    const flag = misere ? { misere: true } : {};
    const plain = misere || loopy;
    const work = [
      attempt("Outcome", async () => {
        const answer = await ask("outcome", { ...about, ...flag, watch }, abort.signal);
        this.answers.outcome = answer;
        outcome.replaceChildren(...this.outcome(answer));
      }, outcome),
      attempt("Moves", async () => {
        const extra = loopy ? { plain: true } : flag;
        const answer = await ask("moves", { ...about, ...extra }, abort.signal).catch((error) => {
          if (error.name === "AbortError" || plain) throw error;
          // Who wins is easier than what it is worth.
          return ask("moves", { ...about, "no-values": true }, abort.signal);
        });
        this.answers.moves = answer;
        moves.replaceChildren(...this.moves(answer, turn, chosen));
        judged?.(new Map(answer.filter((row) => !turn || row.player === turn).map((row) => [row.move, row.winning === undefined ? undefined : row.winning ? "win" : "lose"])));
      }, moves),
    ];
    if (!plain) {
      work.push(attempt("Value", async () => {
        const answer = await ask("value", about, abort.signal);
        this.answers.value = answer;
        value.replaceChildren(this.value(answer));
      }, value));
      work.push(attempt("Thermograph", async () => {
        const answer = await ask("thermograph", about, abort.signal);
        this.answers.thermograph = answer;
        const query = new URLSearchParams(about);
        graph.replaceChildren(element("h2", {}, "Thermograph"), element("img", {
          class: "graph",
          alt: `Thermograph: mean ${answer.mean}, temperature ${answer.temperature}`,
          src: `/api/v1/thermograph.svg?${query}`,
        }));
      }, graph));
      if (parts.length > 1) {
        work.push(attempt("Parts", async () => {
          const row = element("div", { class: "parts" });
          pieces.replaceChildren(element("h2", {}, `${parts.length} independent parts`), row);
          for (const part of parts.slice(0, 12)) {
            const answer = await ask("value", { game, position: part.position }, abort.signal);
            const link = `/analyse?${new URLSearchParams({ game, position: part.position })}`;
            row.append(element("a", { href: link }, picture(part.svg), element("code", {}, answer.value)));
          }
        }, pieces));
      }
    }
    await Promise.all(work);
    clearInterval(timer);
    if (!abort.signal.aborted) waiting.replaceChildren();
  }

  outcome(answer) {
    const draw = (winner) => (winner === "draw" ? "a draw" : winner === "left" ? "Left (Black) wins" : "Right (White) wins");
    const list = element("dl", { class: "facts" },
      element("dt", {}, "Outcome"),
      element("dd", {}, element("strong", {}, answer.outcome), WORDS[answer.outcome] ? `: ${WORDS[answer.outcome]}` : ""));
    for (const side of ["left", "right"]) {
      const best = answer[`${side}_winning_moves`]?.[0];
      list.append(element("dt", {}, side === "left" ? "Left begins" : "Right begins"),
        element("dd", {}, draw(answer[`${side}_starts`]), best ? ` with ${best}` : ""));
    }
    return [element("h2", {}, "Who wins"), list];
  }

  value(answer) {
    const list = element("dl", { class: "facts" },
      element("dt", {}, "Value"), element("dd", {}, element("code", { class: "value", id: "value" }, answer.value)),
      element("dt", {}, "Mean"), element("dd", {}, answer.mean),
      element("dt", {}, "Temperature"), element("dd", {}, answer.temperature));
    if (answer.atomic_weight !== null) {
      list.append(element("dt", {}, "Atomic weight"), element("dd", {}, answer.atomic_weight));
    }
    return list;
  }

  moves(answer, turn, chosen) {
    const rows = answer.filter((row) => !turn || row.player === turn).slice(0, 300);
    if (rows.length === 0) return [element("p", {}, "No moves.")];
    const body = rows.map((row) => {
      const verdict = row.winning === undefined ? "" : row.winning ? "wins" : "loses";
      const word = chosen ? element("button", { class: "link", onclick: () => chosen(row) }, row.move) : row.move;
      const marks = [verdict, row.canonical ? "canonical" : "", row.orthodox ? "orthodox" : ""].filter(Boolean).join(", ");
      return element("tr", {}, element("td", {}, row.player === "left" ? "Left" : "Right"), element("td", {}, word),
        element("td", { class: row.winning ? "win" : "lose" }, marks),
        element("td", {}, element("code", { class: "value" }, row.value ?? row.outcome ?? "")));
    });
    const head = element("tr", {}, ...["Player", "Move", "Verdict", "Value"].map((name) => element("th", { scope: "col" }, name)));
    return [element("h2", {}, "Moves, best first"),
      element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)))];
  }
}
