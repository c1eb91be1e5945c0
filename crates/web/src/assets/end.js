// The end of a game: who won and how, and what to do next.

import { $, attempt, element, send } from "./common.js";
import { start } from "./opponent.js";
import { does, other, person, subject, you } from "./people.js";

// Who won, in two or three words.
export function result(view) {
  const { winner } = view.over;
  if (!winner) return "A draw";
  const mine = you(view);
  if (mine) return mine === winner ? "You won" : "You lost";
  return `${subject(view, winner)} won`;
}

// How the game ended, as a sentence.
export function how(view) {
  const { winner, how: ended, reason } = view.over;
  if (ended === "draw") return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  if (ended === "resigned") return `${subject(view, other(winner))} resigned.`;
  // The one to move has no move: that loses, and in misère play it wins.
  const stuck = view.turn;
  const none = `${does(view, stuck, ["have", "has"])} no move left`;
  return view.misere
    ? `Misère: ${person(view, stuck)} ${none}, and that wins.`
    : `${subject(view, stuck)} ${none}: ${person(view, winner)} made the last move.`;
}

const seat = ({ player, level, strength }) => (strength ? { strength } : { player, level });

// What begins the same game again, with sides changed if that is wanted.
function again(view, swap) {
  const { game, start: position, misere, first, left, right } = view;
  const people = left.player === "human" && right.player === "human";
  const [one, two] = swap ? [right, left] : [left, right];
  return {
    game,
    position,
    misere: Boolean(misere),
    first: people && swap ? other(first) : first,
    left: seat(one),
    right: seat(two),
  };
}

// The card; `key` is the query of a seat's link.
export function endCard(view, key) {
  const card = $("end");
  if (!view.over || view.id === null || view.ply !== view.current) {
    card.hidden = true;
    return;
  }
  const mine = you(view);
  const verdict = mine && view.over.winner ? (mine === view.over.winner ? "won" : "lost") : "";
  card.className = `end ${verdict}`;
  card.replaceChildren(
    element("h2", {}, result(view)),
    element("p", {}, how(view)),
    element("div", { class: "buttons" }, ...(view.link ? linked(view, key) : alone(view)),
      element("a", { class: "button", href: `/play/${view.id}/review` }, "Review"),
      element("a", { class: "button", href: $("again").href }, "New game")),
  );
  card.hidden = false;
}

function alone(view) {
  const people = view.left.player === "human" && view.right.player === "human";
  const button = (words, swap, kind) => element("button", {
    class: kind,
    onclick: (event) => start("play", again(view, swap), event.target),
  }, words);
  return [button("Rematch", false, "main"), button(people ? "Rematch, other side begins" : "Swap sides", true, null)];
}

// Both players of a game by link come to the same next game.
function linked(view, key) {
  if (!view.link.you) return [];
  if (view.link.next) {
    return [element("a", { class: "button main", href: `/play/${view.link.next}${key}` }, "Go to the rematch")];
  }
  const button = (words, swap, kind) => element("button", {
    class: kind,
    onclick: () => attempt(async () => {
      location.href = (await send(`play/${view.id}/rematch${key}`, { swap })).page;
    }),
  }, words);
  return [button("Rematch", false, "main"), button("Swap sides", true, null)];
}
