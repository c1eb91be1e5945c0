// Bids in a game beside cards: for the stack, for the first move, and for the
// referee.

import { element } from "./common.js";
import { mixed } from "./fraction.js";
import { does, person, sideName, subject, you } from "./people.js";

const WORDS = {
  stack: {
    about: "Bid how rich the stack is to be: the largest step between cards, and how many cards of −1 at its end. Bids are sealed. Who bids the larger step then names one below the other's; who bids fewer cards names more than the other.",
    fields: [["step", "Step", "1/8"], ["ones", "Cards of −1", "10"]],
  },
  step: { about: ({ below }) => `Name the step: it has to be below ${mixed(below)}.`, fields: [["step", "Step", ""]] },
  ones: { about: ({ above }) => `Name how many cards of −1 there are: more than ${above}.`, fields: [["ones", "Cards of −1", ""]] },
  komi: {
    about: "Bid for the first move: what you would give to begin. Bids are sealed. Who bids more begins, and the other is given that komi.",
    fields: [["komi", "Komi", ""]],
  },
  temperature: {
    about: "Both took cards, and the referee comes. At what temperature do you next move on the board, if the other takes cards until then? Bids are sealed; the stack goes on to the higher one.",
    fields: [["temperature", "Temperature", "-1"]],
  },
};

// The form of a bid that is asked for; `bid(said)` hands it in.
export function bidForm(view, bid) {
  const { asks } = view;
  const { about, fields } = WORDS[asks.what];
  const words = typeof about === "function" ? about(asks) : about;
  const who = you(view) === asks.side ? "Your bid" : `${sideName(view, asks.side)}'s bid`;
  const form = element("form", {
    class: "bid",
    "aria-label": who,
    onsubmit: (event) => {
      event.preventDefault();
      const said = Object.fromEntries(fields.map(([name]) => [name, form.elements[name].value.trim()]));
      if ("ones" in said) said.ones = Number(said.ones);
      bid({ side: asks.side, ...said });
    },
  }, element("h2", {}, who), element("p", {}, words), element("div", { class: "row" },
    ...fields.map(([name, label, value]) => element("label", {}, `${label} `, element("input", {
      name, value, required: true, autocomplete: "off", inputmode: name === "ones" ? "numeric" : null,
    }))), element("button", { class: "main", type: "submit" }, "Bid")));
  return form;
}

// What was bid, once both bids are known.
export function bidden(view) {
  const { auction } = view;
  if (!auction) return [];
  const said = [];
  const both = (of) => `${subject(view, "left")} bid ${of("left")}, ${person(view, "right")} ${of("right")}`;
  if (auction.stack) {
    const { names_step: one, names_ones: two, step, ones } = auction.stack;
    said.push(`${both((side) => `a step of ${mixed(auction.stack[side].step)} and ${auction.stack[side].ones} cards of −1`)}.`);
    const named = (side, value, words) => (value === null ? `${subject(view, side)} ${does(view, side, ["name", "names"])} ${words}.` : null);
    said.push(named(one, step, "the step") ?? named(two, ones, "the cards of −1"));
  }
  if (auction.komi) {
    const { first } = auction.komi;
    said.push(`${both((side) => mixed(auction.komi[side]))}: ${person(view, first)} ${does(view, first, ["begin", "begins"])}.`);
  }
  return said.filter(Boolean);
}
