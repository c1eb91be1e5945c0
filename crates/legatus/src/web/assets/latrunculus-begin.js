// The page on which a game of Latrunculus is begun.

import { ask, complain, picture, send } from "./common.js";

const form = document.getElementById("begin");
const preview = document.getElementById("preview");

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

async function show() {
  try {
    const { svg } = await ask("position", { game: game(), position: form.position.value });
    preview.replaceChildren(picture(svg));
    complain(null);
  } catch (error) {
    preview.replaceChildren();
    complain(error);
  }
}

form.addEventListener("change", show);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = (side) => ({ player: form[side].value, level: Number(form[`${side}_level`].value) });
  try {
    const { id } = await send("latrunculus", {
      rules: rules(),
      position: form.position.value,
      first: form.first.value,
      left: seat("left"),
      right: seat("right"),
      own_die: form.die.value === "own",
    });
    location.href = `/latrunculus/${id}`;
  } catch (error) {
    complain(error);
  }
});
document.getElementById("analyse").addEventListener("click", () => {
  location.href = `/analyse?${new URLSearchParams({ game: game(), position: form.position.value })}`;
});
show();
