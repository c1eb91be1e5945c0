// What all pages share.

export const NAMES = { left: "Left (Black)", right: "Right (White)" };

export const $ = (id) => document.getElementById(id);

export const on = (id, event, work) => $(id).addEventListener(event, work);

export class Refused extends Error {
  constructor(status, error, hint) {
    super(error);
    this.status = status;
    this.hint = hint;
  }
}

// What the server answered; it throws why there is no answer.
export async function read(response) {
  const body = await response.json().catch(() => ({ error: "the server did not answer", hint: "is it running?" }));
  if (!response.ok) throw new Refused(response.status, body.error, body.hint);
  return body;
}

// Reaches the server, or throws that it is not there.
async function reach(path, options) {
  try {
    return await fetch(`/api/v1/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "the server did not answer", "is it running?");
  }
}

// Asks a question; `signal` cancels it.
export async function ask(path, parameters = {}, signal = undefined) {
  const query = new URLSearchParams(parameters);
  return read(await reach(`${path}?${query}`, { signal }));
}

// Changes something; `signal` gives that up.
export async function send(path, body, signal = undefined) {
  const headers = { "Content-Type": "application/json" };
  return read(await reach(path, { method: "POST", headers, body: JSON.stringify(body), signal }));
}

export const remove = async (path) => read(await reach(path, { method: "DELETE" }));

// The small example of a game.
export async function example(game) {
  const digest = game.split(/[@:]/)[1];
  if (game.includes("@")) return (await ask(`rules/${digest}`)).example;
  const games = await ask("games");
  return games.find(({ name }) => name === game.split(":")[0])?.example;
}

// Gives a file to the browser.
export function download(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

// A picture from the server, as elements of this page.
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

// The thermograph in an answer: a picture, or what is known without its walls.
export function thermograph(answer, src) {
  const { mean, temperature } = answer;
  if (answer.left !== null) {
    return element("img", { class: "graph", alt: `Thermograph: mean ${mean}, temperature ${temperature}`, src });
  }
  const t = temperature ?? `at least ${answer.temperature_at_least} and at most ${answer.temperature_at_most}`;
  const above = answer.walls_from !== answer.temperature_at_most ? ` below the temperature ${answer.walls_from}` : "";
  return element("p", {}, `The mean is ${mean}, which is exact; the temperature is ${t}. ` +
    `The walls${above} were not found: the search took too long.`);
}

// Why something did not work and what to do, as sentences.
export function sentences(error, more = "") {
  const hint = error.hint ?? "";
  return `${error.message}${more}. ${hint.charAt(0).toUpperCase()}${hint.slice(1)}`.trim();
}

export function state() {
  const data = $("state");
  return data ? JSON.parse(data.textContent) : null;
}

// Shows why something did not work, or nothing.
export function complain(error) {
  const place = $("message");
  if (!place) return;
  if (!error) place.textContent = "";
  else if (error.name === "AbortError") return;
  else place.textContent = error.hint ? `${error.message}: ${error.hint}` : error.message;
}

// Does something, or shows why it did not work.
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    complain(error);
  }
}

export async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    window.prompt("The link:", text);
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}

export const address = (path, parameters) => `${location.origin}${path}?${new URLSearchParams(parameters)}`;
