// What is known about a position or a sum, shown as it becomes known: who wins
// in plain words, an estimate until that is solved, the value, the moves, the
// thermograph and the parts.

import { ask, element, picture, sentences, thermograph } from "./common.js";
import { Estimate } from "./estimate.js";
import { Graphs } from "./graphs.js";
import { MoveList, verdict } from "./moves.js";
import { nim } from "./nim.js";
import { about as parameters, sideName } from "./position.js";
import { term } from "./term.js";
import { value } from "./value.js";
import { why } from "./why.js";

const MOST_PARTS = 24;
// How long a question may take at first, and how long then.
const SECONDS = 10;
const MORE_SECONDS = 120;
// What is not known by then is estimated meanwhile.
const ESTIMATE_AFTER = 1200;
// Longer values are shown with what repeats in them named.
const LONG_VALUE = 2000;

export class Facts {
  constructor(root) {
    this.root = root;
    this.answers = {};
    this.graphs = new Graphs(element("div"));
  }

  cancel() {
    this.abort?.abort();
    this.abort = null;
    this.estimate?.stop();
  }

  // Nothing is shown any more.
  clear() {
    this.cancel();
    this.answers = {};
    this.root.replaceChildren();
  }

  // Asks everything about a position, or about `subject` in the options.
  // `judged` gets the verdict on every move of the player to move; a click on a
  // move in the list calls `chosen`, the one under the pointer `hovered`;
  // `walk` is called with several moves to make.
  async show(game, position, options = {}) {
    this.cancel();
    const abort = new AbortController();
    this.abort = abort;
    this.answers = {};
    const round = new Round(this, { subject: { game, position }, ...options }, abort);
    await round.run();
  }
}

// One time that everything is asked.
class Round {
  constructor(facts, options, abort) {
    this.facts = facts;
    this.options = { misere: false, loopy: false, turn: null, parts: [], seconds: SECONDS, ...options };
    this.subject = this.options.subject;
    this.abort = abort;
    this.watch = `${Math.random()}`.slice(2);
    this.running = new Map();
    this.waiting = element("p", { role: "status", class: "status" });
    const names = ["who", "guess", "value", "nim", "parts", "moves", "graph"];
    this.places = Object.fromEntries(names.map((name) => [name, element("section")]));
    this.places.who.setAttribute("aria-live", "polite");
    facts.root.replaceChildren(this.places.who, this.waiting, ...names.slice(1).map((name) => this.places[name]));
    facts.graphs.root = element("div");
    const { chosen, hovered } = this.options;
    facts.estimate = new Estimate(this.places.guess, { chosen, hovered });
  }

  get over() {
    return this.abort.signal.aborted;
  }

  again(words, seconds) {
    const { subject, facts, options } = this;
    return element("button", { type: "button", onclick: () => facts.show(subject.game, subject.position, { ...options, seconds }) }, words);
  }

  async question(name, extra = {}, seconds = this.options.seconds) {
    this.running.set(name, 0);
    try {
      return await ask(name, { ...parameters(this.subject), ...extra, seconds, watch: `${this.watch}-${name}` }, this.abort.signal);
    } catch (error) {
      error.positions = this.running.get(name);
      throw error;
    } finally {
      this.running.delete(name);
    }
  }

  // Does a part of the work; what is too big says how far it came.
  async attempt(name, place, work) {
    try {
      await work();
      return true;
    } catch (error) {
      if (this.over || error.name === "AbortError") return false;
      const far = error.positions ? ` after ${error.positions.toLocaleString("en")} positions` : "";
      place.replaceChildren(element("p", { class: error.status === 422 ? "lead" : "lose" }, `${name}: ${sentences(error, far)}`));
      return false;
    }
  }

  // How far the questions are that are still being answered.
  async report() {
    for (const name of this.running.keys()) {
      const { positions } = await ask("progress", { watch: `${this.watch}-${name}` }).catch(() => ({ positions: null }));
      if (positions !== null && this.running.has(name)) this.running.set(name, positions);
    }
    if (this.over) return;
    const words = [...this.running].map(([name, positions]) => `${name}: ${positions.toLocaleString("en")} positions`);
    const stop = element("button", { type: "button", class: "small", onclick: () => {
      this.facts.cancel();
      this.waiting.replaceChildren("Cancelled. ", this.again("Start again", SECONDS));
    } }, "Cancel");
    if (words.length > 0) this.waiting.replaceChildren(`Looking at ${words.join(", ")} `, stop);
  }

  async run() {
    const { nim: heaps } = this.options;
    if (heaps) this.places.nim.replaceChildren(...nim({ nim: heaps, over: false }, "").slice(1));
    const timer = setInterval(() => (this.over ? clearInterval(timer) : this.report()), 700);
    const guess = setTimeout(() => this.estimate(), ESTIMATE_AFTER);
    const solved = await this.outcome();
    if (!this.over) {
      if (solved) {
        clearTimeout(guess);
        this.facts.estimate.clear();
      }
      await this.rest(solved);
    }
    clearTimeout(guess);
    clearInterval(timer);
    if (!this.over) this.waiting.replaceChildren();
  }

  // The estimate is for who is to move; without moves there is none.
  estimate() {
    const { turn, sides, misere, moves } = this.options;
    if (this.over || this.facts.answers.outcome || !turn || moves?.length === 0) return;
    this.facts.estimate.show(this.subject, turn, { misere, sides, moves: (moves ?? []).map((row) => ({ ...row, player: turn })) });
  }

  get flag() {
    return this.options.misere ? { misere: true } : {};
  }

  // Who wins: asked once more, for longer, where the first time was too short.
  async outcome() {
    const { who } = this.places;
    const { seconds } = this.options;
    for (const time of seconds < MORE_SECONDS ? [seconds, MORE_SECONDS] : [seconds]) {
      try {
        const answer = await this.question("outcome", this.flag, time);
        this.facts.answers.outcome = answer;
        who.replaceChildren(...this.winner(answer));
        return true;
      } catch (error) {
        if (this.over || error.name === "AbortError") return false;
        if (error.status !== 422) {
          who.replaceChildren(element("p", { class: "lose" }, sentences(error)));
          return false;
        }
        const far = error.positions ? ` after ${error.positions.toLocaleString("en")} positions` : "";
        who.replaceChildren(element("h2", {}, "Who wins"), element("p", {}, `Not solved${far}.`), ...this.bounds());
        await this.attempt("Moves", this.places.moves, async () => this.list(await this.question("moves", { plain: true })));
        if (this.over || time === MORE_SECONDS || this.options.loopy || !/time/.test(error.message)) break;
      }
    }
    who.append(this.again(`Look for ${MORE_SECONDS} seconds`, MORE_SECONDS));
    return false;
  }

  // What follows when it is known who wins, or that it takes too long.
  async rest(solved) {
    const { misere, loopy } = this.options;
    const { moves, value: worth, graph } = this.places;
    const find = async () => {
      const answer = await this.question("value");
      this.facts.answers.value = answer;
      worth.replaceChildren(await this.value(answer));
    };
    if (misere || loopy) {
      await this.attempt("Moves", moves, async () => {
        const plain = () => this.question("moves", { plain: true });
        this.list(await (solved ? this.question("moves", this.flag).catch((error) => {
          if (error.name === "AbortError" || error.status !== 422) throw error;
          return plain();
        }) : plain()));
      });
      if (!misere) await this.attempt("Value", worth, find);
      return;
    }
    const valued = await this.attempt("Value", worth, find);
    await this.attempt("Moves", moves, async () => {
      // Orthodox moves are those of the temperature of the position.
      const at = this.facts.answers.value?.temperature;
      this.list(await this.question("moves", valued && !this.options.impartial ? { at } : valued ? {} : solved ? { "no-values": true } : { plain: true }));
    });
    if (!valued && !solved) return;
    // What is worth a heap of Nim has nothing to cool, and heaps stand above.
    if (!this.options.impartial) await this.attempt("Thermograph", graph, () => this.thermograph());
    if (!this.options.nim) await this.attempt("Parts", this.places.parts, () => this.parts());
  }

  // What is certain without looking at positions.
  bounds() {
    const { bound = null, count = null } = this.options;
    const facts = [];
    if (count !== null) facts.push(element("p", { class: "lead" }, `The board has ${magnitude(count)} positions, all of which may matter.`));
    if (bound !== null) facts.push(element("p", { class: "lead" }, `The value lies between −${bound} and ${bound}: nobody can make more moves than that.`));
    return facts;
  }

  // Who wins, in plain words first.
  winner(answer) {
    const { sides, turn, impartial, misere } = this.options;
    const [left, right] = ["left", "right"].map((player) => sideName(sides, player));
    const words = {
      P: "The second player wins",
      N: "The first player wins",
      L: `${left} wins, whoever begins`,
      R: `${right} wins, whoever begins`,
      D: "A draw, whoever begins",
    }[answer.outcome];
    // In a sum the search does not say in which summand.
    const best = (side) => (this.options.several ? null : answer[`${side}_winning_moves`]?.[0]);
    const play = misere ? [" (who cannot move wins: ", term("misere", "misère"), ")"] : [];
    const parts = [element("h2", { class: "winner" }, words ?? "Who wins depends on who begins"),
      element("p", { class: "symbol" }, "Outcome ", /^[NPLRD]$/.test(answer.outcome) ? term(answer.outcome) : term("outcome", answer.outcome), ...play)];
    if (impartial) {
      const move = best(turn ?? "left");
      if (move) parts.push(element("p", {}, "A winning move: ", element("span", { class: "move" }, move)));
      return parts;
    }
    const list = element("dl", { class: "facts starts" });
    for (const [side, name] of [["left", left], ["right", right]]) {
      const winner = answer[`${side}_starts`];
      const end = winner === "draw" ? "a draw" : `${winner === "left" ? left : right} wins`;
      list.append(element("dt", {}, `${name} begins`), element("dd", {}, end, best(side) ? ` with ${best(side)}` : ""));
    }
    return [...parts, list];
  }

  // The value, typeset; a long one with what repeats in it named.
  async value(answer) {
    let text = answer.value;
    if (text.length > LONG_VALUE) {
      const short = await this.question("value", { compress: true }).catch(() => null);
      text = short?.value ?? text;
    }
    const fact = (name, ...worth) => element("div", {}, element("dt", {}, name), element("dd", {}, ...worth));
    const list = element("dl", { class: "facts measures" },
      element("div", { class: "whole" }, element("dt", {}, term("value", "Value")), element("dd", { class: "value", id: "value" }, value(text, { copy: true }))));
    // Games with loops have some of these, and stops.
    const measures = [
      ["mean", "Mean", "mean"],
      ["temperature", "Temperature", "temperature"],
      ["atomic-weight", "Atomic weight", "atomic_weight"],
      ["stop", "Left stop", "left_stop"],
      ["stop", "Right stop", "right_stop"],
    ];
    for (const [name, title, field] of measures) {
      if ((answer[field] ?? null) !== null) list.append(fact(term(name, title), value(answer[field])));
    }
    if (!("stopper" in answer)) return list;
    const sided = answer.onside !== null && answer.offside !== null;
    const kind = answer.stopper ? ["A ", term("stopper", "stopper"), ": moves in turns come to an end."]
      : sided ? ["Its two ", term("sides", "sides"), ": the first where endless play is won by Left, the second where it is won by Right."]
        : ["One of its ", term("sides", "sides"), " is not known to be simpler than the moves themselves."];
    return element("div", {}, list, element("p", { class: "lead", id: "kind" }, ...kind));
  }

  // The moves that can be made, with what is known of them, best first.
  rows(answer, player) {
    const { moves = null } = this.options;
    const judged = (row) => ({ ...row, draws: "distance" in row && row.distance === null && row.winning === false });
    const mine = answer.filter((row) => row.player === player).map(judged);
    if (!moves) return mine;
    const order = new Map();
    mine.forEach((row, place) => order.has(row.position) || order.set(row.position, place));
    const known = moves.filter(({ position }) => order.has(position));
    const rows = known.map((row) => ({ ...mine[order.get(row.position)], ...row, player }));
    return rows.sort((one, next) => order.get(one.position) - order.get(next.position));
  }

  list(answer) {
    const { turn, judged, chosen, hovered, walk, sides, misere, impartial } = this.options;
    this.facts.answers.moves = answer;
    const reason = chosen && walk ? (row) => why(this.subject, row, { misere, sides: impartial ? null : sides, walk }) : null;
    const list = new MoveList({ chosen, hovered, why: reason });
    const sections = [];
    for (const player of turn ? [turn] : ["left", "right"]) {
      const rows = this.rows(answer, player);
      const name = impartial ? "Moves" : `Moves of ${sideName(sides, player)}`;
      sections.push(element("h2", {}, rows.length === 0 ? `${name}: none` : name), ...this.advice(rows), ...list.list(rows));
      if (player === turn) judged?.(new Map(rows.map((row) => [row.move, verdict(row) ?? undefined])));
    }
    if (!turn) judged?.(new Map(answer.map((row) => [row.move, verdict(row) ?? undefined])));
    this.places.moves.replaceChildren(...sections);
  }

  // In a sum, the move to make.
  advice(rows) {
    const { several, chosen } = this.options;
    const [best] = rows;
    if (!several || !best || verdict(best) === null) return [];
    const words = verdict(best) === "win" ? "Move to make: " : "No move wins. Best is ";
    const move = chosen ? element("button", { type: "button", class: "link move", id: "best", onclick: () => chosen(best) }, best.move) : best.move;
    return [element("p", { class: "advice" }, words, move)];
  }

  async thermograph() {
    const answer = await this.question("thermograph");
    this.facts.answers.thermograph = answer;
    const { graph } = this.places;
    const title = element("h2", {}, term("thermograph", "Thermograph"));
    if (answer.left === null) {
      graph.replaceChildren(title, thermograph(answer, ""), element("p", {}, this.again(`Look for ${MORE_SECONDS} seconds`, MORE_SECONDS)));
      return;
    }
    graph.replaceChildren(title, this.facts.graphs.root);
    this.facts.graphs.show(this.subject.expression ?? `${this.subject.game} ${this.subject.position}`, answer);
  }

  // The values of the independent parts; in a sum, how hot each summand is.
  async parts() {
    const { parts, several, told, impartial } = this.options;
    if (parts.length < 2) return;
    const row = element("div", { class: "parts" });
    if (!several) this.places.parts.replaceChildren(element("h2", {}, `${parts.length} independent parts`), row);
    const heats = [];
    for (const [number, part] of parts.slice(0, MOST_PARTS).entries()) {
      const worth = element("span", {}, "…");
      if (!several) {
        const link = `/analyse?${new URLSearchParams(parameters(part.subject))}`;
        row.append(element("a", { href: link }, picture(part.svg), worth));
      }
      const answer = await ask("value", { ...parameters(part.subject), seconds: this.options.seconds }, this.abort.signal).catch((error) => {
        if (error.name === "AbortError") throw error;
        return null;
      });
      if (!answer) worth.textContent = "too big";
      else {
        worth.replaceChildren(value(answer.value), ...(impartial ? ["", ` nim value ${answer.value === "0" ? 0 : answer.value === "*" ? 1 : answer.value.slice(1)}`] : []));
        heats.push([number, answer.temperature]);
        told?.(number, answer);
      }
    }
    this.options.hottest?.(heats);
  }
}

// A count that may be long.
const magnitude = (count) => (count.length <= 9 ? Number(count).toLocaleString("en") : `about ${count[0]}.${count[1]} · 10^${count.length - 1}`);
