// The page on which a game beside cards is begun.

import { $, example } from "./common.js";
import { begins, form, preview } from "./form.js";

function show() {
  $("rule").hidden = form.stack.value !== "rule";
  preview(form.game.value);
}

function stack() {
  if (form.stack.value === "paper") return null;
  const ones = form.ones.value.trim();
  return {
    top: form.top.value,
    step: form.step.value,
    ones: ones === "" ? null : Number(ones),
    terminal: form.terminal.value,
  };
}

form.game.addEventListener("change", async () => {
  form.position.value = await example(form.game.value) ?? form.position.value;
  show();
});
form.addEventListener("change", (event) => {
  if (event.target !== form.game) show();
});
begins("cards", () => ({ game: form.game.value, stack: stack(), komi: form.komi.value.trim() || null }));
show();
