// The page on which a game is begun.

import { $, on } from "./common.js";
import { analyses, form, preview, seat } from "./form.js";
import { chosen, invited, recall, start } from "./opponent.js";

// What only this form asks for.
const asked = () => ({
  game: form.game.value,
  position: form.position.value,
  misere: form.misere.checked,
  ...(form.first?.value ? { first: form.first.value } : {}),
});

// The computer as chosen above, or players by name.
function players() {
  if (!form.left.value && !form.right.value) return chosen(form);
  return { left: seat("left"), right: seat("right") };
}

const people = { left: { player: "human" }, right: { player: "human" } };

// The name of a side, as the choice of a side has it.
const name = (side) => form.querySelector(`[data-choice=side] input[value=${side}] + span`).textContent;

function show() {
  if (form.position.value.trim() === "") return;
  preview(form.game.value, ({ first, impartial }) => {
    const begins = form.first?.value || first;
    $("first").textContent = impartial && !form.first ? "" : `${name(begins)} begins.`;
  });
}

// A start or a size that is chosen is written down as a position.
form.start.addEventListener("change", () => {
  if (form.start.value) form.position.value = form.start.value;
  else form.position.focus();
});
form.position.addEventListener("input", () => { form.start.value = ""; });
for (const side of [form.rows, form.columns]) {
  side?.addEventListener("change", () => {
    if (!form.rows.value || !form.columns.value) return;
    form.position.value = `${form.rows.value}x${form.columns.value}`;
    form.start.value = "";
  });
}
form.addEventListener("change", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  start("play", { ...asked(), ...players() }, form.querySelector("[type=submit]"));
});
on("here", "click", (event) => {
  event.preventDefault();
  start("play", { ...asked(), ...people }, event.target);
});
on("link", "click", (event) => {
  event.preventDefault();
  start("play", { ...asked(), ...people }, event.target, (game) => invited(game, chosen(form).side));
});
analyses(() => form.game.value);
recall(form);
show();
