// The first page: a game begins with one click.

import { choices, recall, start } from "./opponent.js";

recall();
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-begin]");
  if (!button) return;
  const begin = JSON.parse(button.dataset.begin);
  start(begin.path, { ...begin.body, ...choices() }, button);
});
