// What the pages share on which a game is begun.

import { $, address, ask, attempt, complain, on, picture, send } from "./common.js";

export const form = $("begin");

// Shows the position that is written down; `known` gets what is known of it.
export async function preview(game, known = () => {}) {
  try {
    const found = await ask("position", { game, position: form.position.value });
    $("preview").replaceChildren(picture(found.svg));
    known(found);
    complain(null);
  } catch (error) {
    $("preview").replaceChildren();
    complain(error);
  }
}

// Who was chosen for a side, a person if nobody was, at which level if there
// are levels.
export function seat(side) {
  const level = form[`${side}_level`];
  return { player: form[side].value || "human", ...(level ? { level: Number(level.value) } : {}) };
}

// When the form is sent, a game begins; `asked()` is what only this form asks for.
export function begins(path, asked) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      const { id } = await send(path, {
        position: form.position.value,
        first: form.first.value,
        left: seat("left"),
        right: seat("right"),
        ...asked(),
      });
      location.href = `/${path}/${id}`;
    });
  });
}

export const analyses = (game) => on("analyse", "click", () => {
  location.href = address("/analyse", { game: game(), position: form.position.value });
});
