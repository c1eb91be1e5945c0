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
  const place = () => {
    made.classList.remove("quiet");
    // It stays inside the window.
    meaning.style.translate = "";
    const { left, right } = meaning.getBoundingClientRect();
    const over = right - document.documentElement.clientWidth + 8;
    if (over > 0) meaning.style.translate = `${-Math.min(over, left - 8)}px 0`;
  };
  made.addEventListener("pointerenter", place);
  made.addEventListener("focus", place);
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape") made.classList.add("quiet");
  });
  return made;
}
