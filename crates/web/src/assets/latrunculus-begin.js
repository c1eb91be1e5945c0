// The page on which a game of Latrunculus is begun.

import { on } from "./common.js";
import { analyses, form, preview, seat } from "./form.js";
import { chosen, recall, start } from "./opponent.js";

// The agreed rules, those that differ from the usual ones.
function rules() {
  const words = [];
  if (form.layout.value !== "front") words.push(form.layout.value);
  if (form.lead.value.trim() !== "6") words.push(`lead=${form.lead.value.trim()}`);
  if (form.stall.value.trim() !== "80") words.push(`stall=${form.stall.value.trim()}`);
  if (form.revisit.checked) words.push("revisit=free");
  if (form.attack.checked) words.push("attack=far");
  return words.join(",");
}

const game = () => (rules() ? `latrunculus:${rules()}` : "latrunculus");

const asked = () => ({
  rules: rules(),
  position: form.position.value,
  first: form.first.value,
  own_die: form.die.value === "own",
});

// The computer as chosen above, or players by name.
function players() {
  if (!form.left.value && !form.right.value) return chosen(form);
  return { left: seat("left"), right: seat("right") };
}

const show = () => preview(game());

form.addEventListener("change", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  start("latrunculus", { ...asked(), ...players() }, form.querySelector("[type=submit]"));
});
on("here", "click", (event) => {
  const people = { left: { player: "human" }, right: { player: "human" } };
  start("latrunculus", { ...asked(), ...people }, event.target);
});
analyses(game);
recall(form);
show();
