// What is known about a position, shown as it becomes known.

import { ask, element, picture, sentences, thermograph } from "./common.js";

const WORDS = {
  P: "the second player wins",
  N: "the first player wins",
  L: "Left (Black) wins, whoever begins",
  R: "Right (White) wins, whoever begins",
};

// No page shows more.
const MOST_ROWS = 300;
const MOST_PARTS = 24;
// How long a question may take, and how long if one insists.
const SECONDS = 10;
const MORE_SECONDS = 120;

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
  async show(game, position, options = {}) {
    const { misere = false, loopy = false, turn = null, judged = null, chosen = null, parts = [], seconds = SECONDS } = options;
    this.cancel();
    const abort = new AbortController();
    this.abort = abort;
    this.answers = {};
    const about = { game, position };
    const waiting = element("p", { role: "status" });
    const [outcome, value, graph, pieces, moves] = Array.from({ length: 5 }, () => element("section"));
    this.root.replaceChildren(waiting, outcome, value, graph, pieces, moves);
    const watch = `${Math.random()}`.slice(2);
    const running = new Map();
    const stop = element("button", { onclick: () => {
      this.cancel();
      waiting.replaceChildren("Cancelled. ", again("Start again", SECONDS));
    } }, "Cancel");
    const again = (words, time) => element("button", { onclick: () => this.show(game, position, { ...options, seconds: time }) }, words);
    const more = () => (seconds < MORE_SECONDS ? again(`Look for ${MORE_SECONDS} seconds`, MORE_SECONDS) : "");
    // How far the questions are that are still being answered.
    const timer = setInterval(async () => {
      for (const name of running.keys()) {
        const { positions } = await ask("progress", { watch: `${watch}-${name}` }).catch(() => ({ positions: null }));
        if (positions !== null && running.has(name)) running.set(name, positions);
      }
      if (abort.signal.aborted) return clearInterval(timer);
      const words = [...running].map(([name, positions]) => `${name}: ${positions.toLocaleString("en")} positions`);
      if (words.length > 0) waiting.replaceChildren(`Looking at ${words.join(", ")} `, stop);
    }, 700);
    const question = async (name, parameters = {}) => {
      running.set(name, 0);
      try {
        return await ask(name, { ...about, ...parameters, seconds, watch: `${watch}-${name}` }, abort.signal);
      } catch (error) {
        error.positions = running.get(name);
        throw error;
      } finally {
        running.delete(name);
      }
    };
    // What is too big says how far it came; what can be had follows.
    const attempt = async (name, place, work, instead = null) => {
      try {
        await work();
      } catch (error) {
        if (error.name === "AbortError") return;
        const far = error.positions ? ` after ${error.positions.toLocaleString("en")} positions` : "";
        place.append(element("p", { class: "lose" }, `${name}: ${sentences(error, far)}`));
        if (error.status === 422) {
          place.append(...(instead?.() ?? []), element("p", {}, more()));
        }
      }
    };
    const flag = misere ? { misere: true } : {};
    const plain = misere || loopy;
    const list = (answer) => {
      this.answers.moves = answer;
      moves.replaceChildren(...this.moves(answer, turn, chosen));
      const mine = answer.filter((row) => !turn || row.player === turn);
      judged?.(new Map(mine.map((row) => [row.move, row.winning === undefined ? undefined : row.winning ? "win" : "lose"])));
    };
    const work = [
      attempt("Outcome", outcome, async () => {
        this.answers.outcome = await question("outcome", flag);
        outcome.replaceChildren(...this.outcome(this.answers.outcome));
      }),
    ];
    if (plain) {
      work.push(attempt("Moves", moves, async () => {
        list(await question("moves", flag).catch((error) => {
          if (error.name === "AbortError" || !loopy) throw error;
          // Where play may not end, large boards have moves and no more.
          return question("moves", { plain: true });
        }));
      }));
    } else {
      const known = attempt("Value", value, async () => {
        this.answers.value = await question("value");
        value.replaceChildren(this.value(this.answers.value));
      }, () => this.bounds(options));
      work.push(known, known.then(() => attempt("Moves", moves, async () => {
        // Orthodox moves are those of the temperature of the position.
        const at = this.answers.value?.temperature;
        list(await question("moves", at === undefined ? { "no-values": true } : { at }));
      })), known.then(() => attempt("Thermograph", graph, async () => {
        const answer = await question("thermograph");
        this.answers.thermograph = answer;
        const src = `/api/v1/thermograph.svg?${new URLSearchParams({ ...about, seconds })}`;
        graph.replaceChildren(element("h2", {}, "Thermograph"), thermograph(answer, src));
        if (answer.left === null) graph.append(element("p", {}, more()));
      })));
      if (parts.length > 1) {
        work.push(attempt("Parts", pieces, async () => {
          const row = element("div", { class: "parts" });
          pieces.replaceChildren(element("h2", {}, `${parts.length} independent parts`), row);
          for (const part of parts.slice(0, MOST_PARTS)) {
            const link = `/analyse?${new URLSearchParams({ game, position: part.position })}`;
            const worth = element("code", {}, "…");
            row.append(element("a", { href: link }, picture(part.svg), worth));
            const answer = await ask("value", { game, position: part.position, seconds }, abort.signal).catch((error) => {
              if (error.name === "AbortError") throw error;
              return { value: "too big" };
            });
            worth.textContent = answer.value;
          }
        }));
      }
    }
    await Promise.all(work);
    clearInterval(timer);
    if (!abort.signal.aborted) waiting.replaceChildren();
  }

  // What is certain without looking at positions.
  bounds({ bound = null, count = null }) {
    const facts = [];
    if (count !== null) facts.push(element("p", {}, `The board has ${magnitude(count)} positions, all of which may matter.`));
    if (bound !== null) facts.push(element("p", {}, `The value lies between −${bound} and ${bound}: nobody can make more moves than that.`));
    return facts;
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
    const sections = [];
    for (const player of turn ? [turn] : ["left", "right"]) {
      const rows = answer.filter((row) => row.player === player);
      const title = element("h2", {}, `${player === "left" ? "Left (Black)" : "Right (White)"}: ${rows.length === 0 ? "no moves" : "moves, best first"}`);
      sections.push(title);
      if (rows.length === 0) continue;
      const valued = rows.some((row) => row.value !== undefined && row.value !== null);
      const names = ["Move", "Verdict", ...(valued ? ["Value"] : [])];
      const head = element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)));
      const body = rows.slice(0, MOST_ROWS).map((row) => this.move(row, valued, chosen));
      sections.push(element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body))));
      if (rows.length > MOST_ROWS) sections.push(element("p", {}, `and ${rows.length - MOST_ROWS} more`));
    }
    return sections;
  }

  move(row, valued, chosen) {
    const verdict = row.winning === undefined || row.winning === null ? null : row.winning ? "win" : "lose";
    const word = chosen ? element("button", { class: "link", onclick: () => chosen(row) }, row.move) : row.move;
    const marks = [
      verdict && (verdict === "win" ? "✓ wins" : "✗ loses"),
      row.outcome && `(${row.outcome})`,
      row.canonical && "canonical",
      row.orthodox && "orthodox",
    ].filter(Boolean).join(" ");
    return element("tr", {}, element("td", {}, word), element("td", { class: verdict }, marks),
      valued ? element("td", {}, element("code", { class: "value" }, row.value ?? "")) : null);
  }
}

// A count that may be long.
const magnitude = (count) => (count.length <= 9 ? Number(count).toLocaleString("en") : `about ${count[0]}.${count[1]} · 10^${count.length - 1}`);
