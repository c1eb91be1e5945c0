// A lesson: boards in the text, and questions that are answered on them.

import { Board } from "./board.js";
import { ask, element, sentences } from "./common.js";
import { Graphs } from "./graphs.js";
import { answer, answered } from "./progress.js";
import "./value.js";

const article = document.querySelector("article.lesson");
const lesson = article.dataset.lesson;

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const pause = (ms) => new Promise((done) => { setTimeout(done, calm.matches ? 0 : ms); });

const other = { left: "right", right: "left" };

// A list of words as one reads it out.
function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// What all exercises share: what is said, the hint, the reason, the buttons.
class Exercise {
  constructor(root) {
    this.root = root;
    this.number = Number(root.dataset.number);
    this.said = root.querySelector(".said");
    this.hint = root.querySelector(".hint");
    this.why = root.querySelector(".why");
    this.row = root.querySelector(".buttons");
    if (answered(lesson).has(this.number)) root.classList.add("done");
  }

  say(text, kind = "") {
    this.said.textContent = text;
    this.said.className = `said ${kind}`;
  }

  // The buttons that make sense now: pairs of a label and what it does.
  offer(...buttons) {
    const focused = this.row.contains(document.activeElement);
    const made = buttons.filter(Boolean).map(([label, work, main]) =>
      element("button", { type: "button", class: main ? "main" : null, onclick: work }, label));
    this.row.replaceChildren(...made);
    if (focused) made[0]?.focus();
  }

  get hintButton() {
    if (!this.hint || !this.hint.hidden) return null;
    return ["Hint", () => {
      this.hint.hidden = false;
      this.offers();
    }];
  }

  // Nothing is offered but the hint.
  offers() {
    this.offer(this.hintButton);
  }

  right() {
    if (this.why) this.why.hidden = false;
    this.root.classList.add("done");
    answer(lesson, this.number);
    progress();
  }

  ask(moves = []) {
    return ask(`lessons/${lesson}/${this.number}`, moves.length > 0 ? { moves: moves.join(";") } : {});
  }

  // Does something; what the server refuses is said.
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.say(sentences(error), "bad");
    }
  }
}

// A question with answers to choose from.
class Choice extends Exercise {
  constructor(root) {
    super(root);
    this.buttons = [...root.querySelectorAll(".choices button")];
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.attempt(() => this.choose(button)));
    }
    this.offers();
  }

  async choose(button) {
    const { right } = await this.ask();
    const is = right.includes(Number(button.dataset.place));
    for (const one of this.buttons) one.classList.remove("wrong");
    button.classList.add(is ? "right" : "wrong");
    button.setAttribute("aria-pressed", "true");
    if (!is) {
      this.say("No. Look again and choose another.", "bad");
      return;
    }
    this.say("Right.", "good");
    this.right();
    for (const one of this.buttons) one.disabled = one !== button;
    this.offer();
  }
}

// Something to do on a board.
class OnBoard extends Exercise {
  constructor(root) {
    super(root);
    this.task = root.dataset.task;
    this.me = root.dataset.side;
    this.place = root.querySelector(".place");
    this.board = new Board(this.place, { played: (move) => this.attempt(() => this.played(move)) });
    this.wrong = 0;
    this.found = [];
    this.begin();
  }

  // Shows what the server said; nothing can be clicked while it is not the
  // reader's turn.
  show(view, mine) {
    this.moved = this.view !== undefined;
    this.view = view;
    this.board.judge(new Map());
    this.board.show(view.svg, mine ? view.legal : [], { side: this.me, animate: this.moved });
  }

  side(who) {
    const name = this.view.sides[who];
    return name ? ` (${name})` : "";
  }

  begin(first = true) {
    return this.attempt(async () => {
      this.moves = [];
      this.playing = this.task === "try";
      const view = await this.ask();
      if (!first) {
        this.me = other[view.turn];
        this.show(view, false);
        return this.reply();
      }
      this.me = view.turn;
      this.show(view, true);
      this.offers();
      this.say(this.playing ? this.mine() : this.asked());
    });
  }

  mine() {
    return `Your turn${this.side(this.me)}.`;
  }

  // What is asked, in a few words.
  asked() {
    switch (this.task) {
      case "move": return `Your turn${this.side(this.me)}: find a move that wins.`;
      case "all": return `Your turn${this.side(this.me)}: find every move that wins. ${this.counted()}`;
      case "orthodox": return `Your turn${this.side(this.me)}: find an orthodox move.`;
      case "kill": return `You are${this.side(this.me).replace(/[()]/g, "")}: click every piece that you can kill. ${this.counted()}`;
      default: return `Your turn${this.side(this.me)}.`;
    }
  }

  counted() {
    return this.found.length === 0 ? "" : `${this.found.length} found so far.`;
  }

  offers() {
    if (this.playing) {
      this.offer(this.moves.length > 0 ? ["Begin again", () => this.begin()] : null,
        this.moves.length === 0 && this.task === "try" ? ["Let the computer begin", () => this.begin(false)] : null,
        this.hintButton);
    } else this.offer(this.hintButton, this.wrong > 0 ? ["Show me", () => this.reveal()] : null);
  }

  played(move) {
    if (this.playing) return this.go(move);
    // A move that was made from the other end of a row is the same move.
    const same = this.view.legal.find((one) => one.move === move)?.as ?? move;
    const good = this.view.good.includes(same);
    if (this.task === "all" || this.task === "kill") return this.gather(same, good);
    return good ? this.solved(move) : this.refuted(move);
  }

  // The reader's move is the answer.
  async solved(move) {
    this.moves = [move];
    this.show(await this.ask(this.moves), false);
    this.say(this.view.over ? "Right. The computer cannot move any more." : "Right.", "good");
    this.right();
    this.offer(this.view.over ? null : ["Play on", () => this.attempt(() => this.goOn())], ["Do it again", () => this.begin()]);
  }

  // The move is wrong: the opponent shows why.
  async refuted(move) {
    this.wrong += 1;
    this.show(await this.ask([move]), false);
    if (this.task === "orthodox") {
      this.say(`${move} is possible, but another move is worth more at this temperature.`, "bad");
    } else if (this.view.reply) {
      const { reply } = this.view;
      this.say(`After ${move} the computer answers…`, "bad");
      await pause(900);
      this.show(await this.ask([move, reply]), false);
      const over = this.view.over ? "and you cannot move any more" : "and wins, whatever you do";
      this.say(`That loses. The computer answers ${reply}, ${over}.`, "bad");
    } else this.say("That loses at once.", "bad");
    this.offer(["Try again", () => this.begin(), true], this.hintButton, ["Show me", () => this.reveal()]);
  }

  // One of several answers.
  async gather(move, good) {
    if (!good) {
      if (this.task === "all") return this.refuted(move);
      this.wrong += 1;
      this.say(`Not ${move}: it costs more pips than you have. ${this.counted()}`, "bad");
      this.offers();
      return;
    }
    if (!this.found.includes(move)) this.found.push(move);
    this.board.judge(new Map(this.found.map((one) => [one, "win"])));
    if (this.found.length < this.view.good.length) {
      this.say(`${move} is right. ${this.counted()} There are more.`, "good");
      return;
    }
    this.say(this.found.length === 1 ? `Right: ${move} is the only one.` : `Right, these are all: ${listed(this.found)}.`, "good");
    this.right();
    this.offer();
  }

  // The answer, for who has tried.
  reveal() {
    return this.attempt(async () => {
      const view = await this.ask();
      this.show(view, true);
      this.board.judge(new Map(view.legal.map(({ move, as }) => [move, view.good.includes(as ?? move) ? "win" : "lose"])));
      this.say(`Right would be ${listed(view.good)}. Make the move yourself.`);
      if (this.why) this.why.hidden = false;
      this.offer();
    });
  }

  // After the answer: the game goes on.
  async goOn() {
    this.playing = true;
    await this.reply();
  }

  async go(move) {
    this.moves.push(move);
    this.show(await this.ask(this.moves), false);
    if (!this.ended()) await this.reply();
  }

  async reply() {
    const { reply } = this.view;
    if (!reply) return;
    this.say("The computer thinks…");
    this.offer();
    await pause(700);
    this.moves.push(reply);
    this.show(await this.ask(this.moves), true);
    if (this.ended()) return;
    this.say(`The computer played ${reply}. ${this.mine()}`);
    this.offers();
  }

  // Whether the game is over; then who won is said.
  ended() {
    const { over } = this.view;
    if (!over) return false;
    const won = over === this.me;
    this.say(won ? "You won." : "The computer won.", won ? "good" : "bad");
    this.offer([this.task === "try" ? "Play again" : "Do it again", () => this.begin(), true],
      this.task === "try" ? ["Let the computer begin", () => this.begin(false)] : null);
    return true;
  }
}

// A thermograph to read off. What its mean is the reader may be asked, so
// there is no legend.
class Walls extends Graphs {
  legend() {
    return "";
  }
}

function progress() {
  const all = Number(article.dataset.questions);
  const done = Math.min(answered(lesson).size, all);
  article.querySelector(".crumb .progress").textContent = ` · ${done} of ${all} answered`;
  article.querySelector(".finished").hidden = done < all;
}

for (const root of article.querySelectorAll(".exercise")) {
  if (root.dataset.task === "choose") new Choice(root);
  else new OnBoard(root);
}
for (const root of article.querySelectorAll(".walls")) {
  new Walls(root).show(root.dataset.name, JSON.parse(root.dataset.graph));
}
progress();
