// Against whom and on which side a person plays: chosen once, remembered by
// the browser, and used wherever a game begins.

import { complain, on, send } from "./common.js";

const KEY = "legatus.play";
const USUAL = { opponent: "medium", side: "best" };

// What was chosen last; a browser that remembers nothing has the usual choice.
export function choices() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...USUAL };
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...choices(), [name]: value }));
  } catch {
    // It counts for this page.
  }
}

// Shows what was chosen last, and remembers what is chosen from now on.
export function recall(root = document) {
  const known = choices();
  for (const group of root.querySelectorAll("[data-choice]")) {
    const name = group.dataset.choice;
    const inputs = [...group.querySelectorAll("input")];
    const last = inputs.find((input) => input.value === known[name]);
    if (last) last.checked = true;
    group.addEventListener("change", (event) => remember(name, event.target.value));
  }
}

// What is chosen on this page.
export function chosen(root) {
  const checked = (name) => root.querySelector(`[data-choice=${name}] input:checked`)?.value ?? USUAL[name];
  return { opponent: checked("opponent"), side: checked("side") };
}

// Begins a game and goes there; the button says so meanwhile. `then` may do
// something with the new game first and say where to go.
export async function start(path, body, button, then = ({ id }) => `/${path}/${id}`) {
  const words = button.textContent;
  button.disabled = true;
  button.textContent = "Starting…";
  complain(null);
  const ready = () => {
    button.disabled = false;
    button.textContent = words;
  };
  // Who comes back to this page finds the button as it was.
  window.addEventListener("pagehide", ready, { once: true });
  try {
    location.href = await then(await send(path, body));
  } catch (error) {
    ready();
    complain(error);
    document.getElementById("message")?.scrollIntoView({ block: "nearest" });
  }
}

// A form that begins a game which `asked` describes: against `players()`, or
// between two people on this screen.
export function begins(path, form, asked, players) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start(path, { ...asked(), ...players() }, form.querySelector("[type=submit]"));
  });
  on("here", "click", (event) => {
    const people = { left: { player: "human" }, right: { player: "human" } };
    start(path, { ...asked(), ...people }, event.target);
  });
  recall(form);
}

// A game of two people on two devices: where the one goes who begins it.
export async function invited({ id }, side) {
  const { page } = await send(`play/${id}/invite`, { side: side === "right" ? "right" : "left" });
  return page;
}
