// The page on which a game is begun.

import { analyses, begins, form, preview } from "./form.js";

// Who begins is for the rules to say, until somebody chooses.
let chosen = false;

function show() {
  if (form.position.value.trim() === "") return;
  preview(form.game.value, ({ first }) => {
    if (!chosen) form.first.value = first;
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
form.first.addEventListener("change", () => { chosen = true; });
form.addEventListener("change", show);
begins("play", () => ({ game: form.game.value, misere: form.misere.checked }));
analyses(() => form.game.value);
show();
