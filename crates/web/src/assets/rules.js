// The page on which rules are written: what they mean is shown while one types.

import { $, address, complain, copy, element, on, picture, send, state } from "./common.js";
import { choices, recall, start } from "./opponent.js";

// How long nobody types before the text is read, in milliseconds.
const PAUSE = 350;
// The longest address that people can send each other.
const LONGEST_LINK = 6000;
// The longest text that a link may unpack to.
const LONGEST_TEXT = 16384;

const text = $("text");
const buttons = ["play", "explore", "choices", "share"].map($);
const { examples } = state();

let waiting = null;
let reading = null;

// Reads the text, and shows what comes of it.
async function check() {
  reading?.abort();
  reading = new AbortController();
  const { signal } = reading;
  try {
    const found = await send("rules/check", { text: text.value }, signal);
    if (signal.aborted) return;
    complain(null);
    if (found.wrong) refuse(found.wrong);
    else show(found);
  } catch (error) {
    if (error.name === "AbortError") return;
    refuse({ error: error.message, hint: error.hint });
  }
}

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
  for (const button of buttons) button.disabled = true;
}

// Where a place is in the text, and where the word ends that begins there.
function range({ line, column }) {
  const lines = text.value.split("\n");
  const row = lines[line - 1] ?? "";
  const before = lines.slice(0, line - 1).reduce((sum, other) => sum + other.length + 1, 0);
  // Columns count characters, and the browser counts parts of them.
  const characters = [...row];
  const from = characters.slice(0, (column ?? 1) - 1).join("").length;
  const word = column ? row.slice(from).match(/^(\w+|\S|\s*)/u)?.[0].length ?? 0 : row.length;
  return { row, from, to: from + word, start: before + from, end: before + from + word };
}

function mark(place) {
  const { start: from, end } = range(place);
  text.focus();
  text.setSelectionRange(from, Math.max(end, from));
  const rows = text.value.split("\n").length;
  text.scrollTop = text.scrollHeight * Math.max(0, place.line - 4) / rows;
}

// Says what is wrong, and where: the place is marked in the text unless
// somebody is typing there.
function refuse({ line, column, error, hint }) {
  const said = hint ? `${error}; ${hint}` : error;
  $("board").classList.add("old");
  text.setAttribute("aria-invalid", "true");
  if (!line) {
    $("wrong").replaceChildren(element("p", {}, said));
    return;
  }
  const place = { line, column };
  const words = column ? `Line ${line}, column ${column}` : `Line ${line}`;
  const { row, from, to } = range(place);
  $("wrong").replaceChildren(
    element("p", {}, `${words}: ${said}`),
    element("pre", { tabindex: "0", "aria-label": words }, row.slice(0, from), element("mark", {}, row.slice(from, to) || " "), row.slice(to)),
    element("button", { type: "button", id: "there", onclick: () => mark(place) }, "Show the place"),
  );
  if (document.activeElement !== text) {
    const { start: begin, end } = range(place);
    text.setSelectionRange(begin, end);
  }
}

const plural = (count) => (count === 1 ? "1 move" : `${count} moves`);

function show(found) {
  text.removeAttribute("aria-invalid");
  $("wrong").replaceChildren();
  $("title").textContent = found.title;
  $("board").classList.remove("old");
  $("board").replaceChildren(picture(found.svg));
  const { left, right } = found.sides;
  const moves = found.impartial ? plural(found.left)
    : `${left ?? "Left"} has ${plural(found.left)}, ${right ?? "Right"} has ${plural(found.right)}`;
  const facts = [
    ["Players", found.impartial ? "both have the same moves: impartial" : "each has other moves: partizan"],
    ["Play", found.loopy ? "may go on for ever: loopy" : "always ends"],
    ...found.others.map(({ about, found: words }) => [about.charAt(0).toUpperCase() + about.slice(1), words]),
    ["At the start", found.parts === 1 ? moves : `${moves}; ${found.parts} independent parts`],
    ["Written", found.position],
  ];
  // What is long is read by who wants to.
  const said = (words) => (words.length < 120 ? words : element("details", {}, element("summary", {}, "Show"), words));
  $("found").replaceChildren(
    element("h2", {}, "What was found"),
    element("dl", {}, ...facts.flatMap(([about, words]) => [element("dt", {}, about), element("dd", {}, said(words))])),
  );
  for (const button of buttons) button.disabled = false;
}

// Has the server keep the rules; the name of their game and its start.
const keep = () => send("rules", { text: text.value });

async function withGame(button, work) {
  complain(null);
  button.disabled = true;
  try {
    await work(await keep());
  } catch (error) {
    complain(error);
  }
  button.disabled = false;
}

// A text in letters that an address may have.
const letters = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const bytes = (words) => Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function pack(words) {
  const packed = new Blob([words]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return letters(new Uint8Array(await new Response(packed).arrayBuffer()));
}

// The text in a link, as far as one may be long.
async function unpack(words) {
  const stream = new Blob([bytes(words)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let found = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return found;
    found += decoder.decode(value, { stream: true });
    if (found.length > LONGEST_TEXT) throw new Error("too long");
  }
}

async function shared() {
  const words = location.hash.match(/^#z=([\w-]+)$/)?.[1];
  if (!words) return;
  try {
    text.value = await unpack(words);
    $("example").selectedIndex = -1;
  } catch {
    complain(new Error("the rules in this link cannot be read: it may have been cut off"));
  }
}

text.addEventListener("input", later);
on("example", "change", (event) => {
  const chosen = examples[event.target.value];
  if (chosen === undefined) return;
  text.value = chosen;
  history.replaceState(null, "", "/rules");
  later();
});
on("play", "click", ({ target }) => withGame(target, ({ game }) => start("play", { game, ...choices() }, target)));
on("explore", "click", ({ target }) => withGame(target, ({ game, position }) => {
  location.href = address("/analyse", { game, position });
}));
on("choices", "click", ({ target }) => withGame(target, ({ game }) => {
  location.href = `/game/${encodeURIComponent(game)}`;
}));
on("share", "click", async ({ target }) => {
  complain(null);
  const link = `${location.origin}/rules#z=${await pack(text.value)}`;
  if (link.length > LONGEST_LINK) {
    complain(new Error(`these rules make a link of ${link.length} characters, and at most ${LONGEST_LINK} can be shared: leave words out, or send the text itself`));
    return;
  }
  history.replaceState(null, "", link);
  copy(link, target);
});
window.addEventListener("hashchange", async () => {
  await shared();
  later();
});

recall();
await shared();
check();
