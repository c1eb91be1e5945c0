// The page on which a game is begun.

import { ask, complain, picture, send } from "./common.js";

const form = document.getElementById("begin");
const preview = document.getElementById("preview");

// Who begins is for the rules to say, until somebody chooses.
let chosen = false;

async function show() {
  const about = { game: form.game.value, position: form.position.value };
  if (about.position.trim() === "") return;
  try {
    const { svg, first } = await ask("position", about);
    preview.replaceChildren(picture(svg));
    if (!chosen) form.first.value = first;
    complain(null);
  } catch (error) {
    preview.replaceChildren();
    complain(error);
  }
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
form.first.addEventListener("change", () => { chosen = true; });
form.addEventListener("change", show);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = (side) => ({ player: form[side].value, level: Number(form[`${side}_level`].value) });
  try {
    const game = await send("play", {
      game: form.game.value,
      position: form.position.value,
      misere: form.misere.checked,
      first: form.first.value,
      left: seat("left"),
      right: seat("right"),
    });
    location.href = `/play/${game.id}`;
  } catch (error) {
    complain(error);
  }
});
document.getElementById("analyse").addEventListener("click", () => {
  const about = new URLSearchParams({ game: form.game.value, position: form.position.value });
  location.href = `/analyse?${about}`;
});
show();
