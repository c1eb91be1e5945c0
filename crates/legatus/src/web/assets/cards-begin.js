// The page on which a game beside cards is begun.

import { ask, complain, picture, send } from "./common.js";

const form = document.getElementById("begin");
const preview = document.getElementById("preview");

async function show() {
  document.getElementById("rule").hidden = form.stack.value !== "rule";
  try {
    const { svg } = await ask("position", { game: form.game.value, position: form.position.value });
    preview.replaceChildren(picture(svg));
    complain(null);
  } catch (error) {
    preview.replaceChildren();
    complain(error);
  }
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
  const games = await ask("games");
  const found = games.find(({ name }) => name === form.game.value.split(":")[0]);
  if (found) form.position.value = found.example;
  show();
});
form.addEventListener("change", (event) => {
  if (event.target !== form.game) show();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { id } = await send("cards", {
      game: form.game.value,
      position: form.position.value,
      first: form.first.value,
      left: { player: form.left.value },
      right: { player: form.right.value },
      stack: stack(),
      komi: form.komi.value.trim() || null,
    });
    location.href = `/cards/${id}`;
  } catch (error) {
    complain(error);
  }
});
show();
