// What is said of a game beside cards.

import { isNegative, isZero, mixed, size, spoken } from "./fraction.js";
import { does, other, person, sideName, subject, you } from "./people.js";

// Who is ahead at a net score of Left's, and by how much.
export function lead(view, net) {
  if (isZero(net)) return "nobody is ahead";
  const side = isNegative(net) ? "right" : "left";
  return `${person(view, side)} ${does(view, side, ["lead", "leads"])} by ${size(net)}`;
}

// Who wins at a net score of Left's, and by how much.
export function wins(view, net, about = "") {
  if (isZero(net)) return about ? "about a tie" : "a tie";
  const side = isNegative(net) ? "right" : "left";
  return `${person(view, side)} ${does(view, side, ["win", "wins"])} by ${about}${size(net)}`;
}

// A move, with its board if there are several.
const where = (move) => move.replace(/^(\d+): (.*)$/, "$2 on board $1");

// A turn that was made.
export const done = ({ move, card }) => (card === null ? `played ${where(move)}` : `took ${mixed(card)}`);

// What to do, as an order.
export const order = (move) => (move === "card" ? "take the card" : `play ${where(move)}`);

// Whose turn it is, in one line.
export function status(table) {
  const { view } = table;
  if (view.over) return `${result(view)}. ${how(view)[0]}`;
  if (!table.live) return `After turn ${view.ply} of ${view.plies}`;
  if (view.asks) return bidding(table);
  if (!table.human(view.turn)) return table.paused ? "Paused" : `${subject(view, view.turn)} is thinking…`;
  const mine = you(view);
  const last = view.ply > 0 ? view.turns[view.ply - 1] : null;
  const before = mine && last && last.player !== mine ? `The computer ${done(last)}. ` : "";
  const who = mine ? "Your turn" : `${sideName(view, view.turn)} to move`;
  if (!view.boards.some(({ legal }) => legal.length > 0)) return `${before}${who}: only cards are left.`;
  return `${before}${who}${before ? "" : `: the card (${mixed(view.cards[0])}) or a move`}.`;
}

// Whose bid comes next.
function bidding(table) {
  const { view } = table;
  const { side } = view.asks;
  if (!table.human(side)) return `${subject(view, side)} bids…`;
  return `${you(view) === side ? "Your" : `${sideName(view, side)}'s`} bid comes next.`;
}

// Who won, in two or three words.
export function result(view) {
  const { winner } = view.over;
  if (!winner) return "A tie";
  if (you(view)) return you(view) === winner ? "You won" : "You lost";
  return `${subject(view, winner)} won`;
}

// How the game ended, as sentences.
export function how(view) {
  const { winner } = view.over;
  const sentences = [];
  const ended = view.cards_left === 0;
  const of = (side) => `${subject(view, side)} ${does(view, side, ["have", "has"])} ${mixed(view.scores[side])}`;
  const mine = you(view) ?? "left";
  const scores = `${of(mine)}, ${person(view, other(mine))} ${mixed(view.scores[other(mine)])}`;
  if (!ended) sentences.push(`${subject(view, other(winner))} resigned.`);
  else if (winner) sentences.push(`${scores}: ${person(view, winner)} won by ${size(view.net)}.`);
  else sentences.push(`${scores}.`);
  const { challenge } = view;
  if (challenge && challenge.succeeds !== null) sentences.push(verdict(view));
  return sentences;
}

// What a challenge needs.
export function claim(view) {
  const { challenger, appraisal, epsilon, needed } = view.challenge;
  const low = challenger === "left";
  const net = `${sideName(view, "left")}'s net score`;
  return `Claim: ${net} is ${mixed(appraisal)}. ${subject(view, challenger)} ${does(view, challenger, ["say", "says"])} that is too ${low ? "low" : "high"} by ${mixed(epsilon)}, and ${does(view, challenger, ["need", "needs"])} ${low ? "at least" : "at most"} ${mixed(needed)}.`;
}

function verdict(view) {
  const { succeeds, needed } = view.challenge;
  const left = `${sideName(view, "left")}'s net score is ${mixed(view.net)}, and ${mixed(needed)} was needed`;
  return `The challenge ${succeeds ? "succeeds" : "fails"}: ${left}.`;
}

// How hot a board is against the card, in words, as far as that is known.
export function heat(view, { mean, mean_is_estimated: guessed, temperature, temperature_is_bound: bound }, ambient) {
  if (!bound && isNegative(temperature)) {
    if (isZero(mean)) return "settled, worth nothing";
    return `settled, worth ${size(mean)} to ${person(view, isNegative(mean) ? "right" : "left")}`;
  }
  const about = bound ? (guessed ? "about " : "at most ") : "";
  const at = `temperature ${about}${mixed(temperature)}`;
  if (guessed || (bound && value(temperature) > value(ambient))) return at;
  const order = value(temperature) - value(ambient);
  if (bound && order <= 0) return `${at}, not hotter than the card`;
  return `${at}, ${order > 0 ? "hotter than" : order < 0 ? "cooler than" : "as hot as"} the card`;
}

// Numbers with small denominators are compared exactly.
export function value(text) {
  const [top, bottom = 1] = text.split("/").map(Number);
  return top / bottom;
}

// What the referee did before a turn.
export const refereed = (view, { cards, given, player, to }) => (cards === 0
  ? "The referee came and skipped no card."
  : `The referee skipped ${cards} cards, on to ${mixed(to)}; ${person(view, player)} ${does(view, player, ["are", "is"])} given ${mixed(given)}.`);

// Why a turn is advised, as a sentence.
export const because = (reason) => `${reason.charAt(0).toUpperCase()}${spoken(reason.slice(1))}.`;
