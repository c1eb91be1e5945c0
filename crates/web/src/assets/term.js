// Words of the theory with their meaning, which shows under the pointer and
// under the focus of the keyboard.

import { ask, element } from "./common.js";

const meanings = ask("glossary").then((entries) => new Map(entries.map(({ key, about }) => [key, about])), () => new Map());
let count = 0;

// `words` with the meaning of the term `key`.
export function term(key, words = key) {
  count += 1;
  const id = `meaning-${count}`;
  const meaning = element("span", { class: "meaning", role: "tooltip", id });
  const made = element("span", { class: "term", tabindex: "0", "aria-describedby": id }, words, meaning);
  meanings.then((known) => {
    const about = known.get(key);
    if (about) meaning.textContent = about;
    else made.replaceWith(words);
  });
  // Below the word or above it, inside the window, whatever scrolls around it.
  const place = () => {
    made.classList.remove("quiet");
    meaning.classList.add("placed");
    const { clientWidth, clientHeight } = document.documentElement;
    const [word, box] = [made.getBoundingClientRect(), meaning.getBoundingClientRect()];
    const below = word.bottom + 4 + box.height <= clientHeight;
    meaning.style.top = `${below ? word.bottom + 4 : Math.max(4, word.top - 4 - box.height)}px`;
    meaning.style.left = `${Math.max(8, Math.min(word.left, clientWidth - box.width - 8))}px`;
  };
  made.addEventListener("pointerenter", place);
  made.addEventListener("focus", place);
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape") made.classList.add("quiet");
  });
  return made;
}
