// Why a move wins or loses: every reply with its answer, or the refutation and
// the line that it begins.

import { ask, element, sentences } from "./common.js";
import { about, other, sideName } from "./position.js";

// Replies that are shown before one asks for all.
const MOST_REPLIES = 10;
const SECONDS = 20;

// An element that fills itself. `walk(steps)` is called with the moves up to
// one that is clicked, each with its player, move and position.
export function why(subject, row, { misere = false, sides = null, walk = null }) {
  const place = element("div", { role: "status" }, "Looking for the reason…");
  const flag = misere ? { misere } : {};
  ask("why", { ...about(subject), player: row.player, move: row.move, seconds: SECONDS, ...flag }).then(
    (answer) => place.replaceChildren(...told(answer, row, { sides, walk })),
    (error) => place.replaceChildren(element("p", { class: "lose" }, `There is no reason yet: ${sentences(error)}`)),
  );
  return place;
}

function told(answer, row, { sides, walk }) {
  const them = name(sides, other(row.player));
  const step = (moves) => {
    const { player, move } = moves.at(-1);
    if (!walk) return element("span", { class: "move" }, move);
    return element("button", { type: "button", class: "link move", "aria-label": `${name(sides, player)}: ${move}`, onclick: () => walk([row, ...moves]) }, move);
  };
  const line = (moves) => moves.flatMap((one, place) => [step(moves.slice(0, place + 1)), " "]);
  if (answer.verdict === "draws") {
    return [element("p", {}, "Neither can force a win from here. Best play goes on:"), element("p", {}, ...line(answer.line), answer.repeats ? "and so on." : "")];
  }
  if (answer.verdict === "loses") {
    if (answer.line.length === 0) return [element("p", {}, `${them} has no move, which wins: who cannot move wins here.`)];
    return [
      element("p", {}, "It loses. ", capital(them), " answers ", step(answer.line.slice(0, 1)), " and wins", answer.line.length > 1 ? ", for example:" : "."),
      answer.line.length > 1 ? element("p", { class: "line" }, ...line(answer.line), answer.repeats ? "…" : "") : "",
    ];
  }
  if (answer.over) return [element("p", {}, `It wins: ${them} has no move left.`)];
  if (!answer.replies) return [element("p", {}, `It wins in ${answer.distance} moves, for example:`), element("p", { class: "line" }, ...line(answer.line))];
  return [element("p", {}, `It wins: whatever ${them} does, there is an answer.`), ...replies(answer, row, { sides, step })];
}

function replies({ replies: all, count }, row, { step }) {
  const item = (reply) => {
    const first = { player: other(row.player), ...reply };
    return element("li", {}, step([first]), " → ", reply.answer ? step([first, reply.answer]) : "no move, which wins");
  };
  const list = element("ul", { class: "replies" });
  const show = (most) => list.replaceChildren(...all.slice(0, most).map(item));
  show(MOST_REPLIES);
  const more = all.length > MOST_REPLIES ? element("button", { type: "button", class: "small", onclick: () => {
    show(all.length);
    more.remove();
  } }, count > all.length ? `Show ${all.length} of ${count} replies` : `Show all ${count} replies`) : "";
  return [list, more];
}

const name = (sides, player) => (sides?.[player] ? sideName(sides, player) : "the other player");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
