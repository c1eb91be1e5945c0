// The page on which a game of Latrunculus is begun.

import { analyses, form, preview, seat } from "./form.js";
import { begins, chosen } from "./opponent.js";

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
begins("latrunculus", form, asked, players);
analyses(game);
show();
