// Studies: the moves with their variations, as text, as a link, and kept by the
// server.

import { $, address, attempt, ask, complain, copy, element, on, send } from "./common.js";
import { about } from "./position.js";
import { Variations } from "./variations.js";

// A link carries no more.
const LONGEST_LINK = 8000;

// What the server makes of a record or of moves: the moves, each with where it
// leads, and the record.
export async function resolve(given) {
  const { text, study } = await send("study", given);
  return { text, variations: Variations.of(about(study), study) };
}

// The moves in an address: `left MOVE;right MOVE`.
export function path(words) {
  const moves = words.split(";").map((word) => word.trim()).filter(Boolean);
  return moves.map((word, place) => {
    const [player, ...move] = word.split(" ");
    return { parent: place === 0 ? null : place - 1, player, move: move.join(" ") };
  });
}

export const spoken = (variations, at = variations.at) => variations.path(at).map((place) => {
  const { player, move } = variations.nodes[place];
  return `${player} ${move}`;
}).join(";");

// What is kept of a start in this window, so that a reload loses nothing.
const key = (start) => `study ${JSON.stringify(about(start))}`;

export function remember(variations) {
  try {
    sessionStorage.setItem(key(variations.start), JSON.stringify(variations.written()));
  } catch {
    // Without a store a reload keeps the line of the address.
  }
}

export function remembered(start) {
  try {
    const kept = sessionStorage.getItem(key(start));
    return kept ? Variations.of(start, JSON.parse(kept)) : null;
  } catch {
    return null;
  }
}

// The forms that name, comment, save, share and read a study. `current()` is
// what is shown, `opened(variations)` shows another, `changed()` what was said.
export class StudyForms {
  constructor({ current, opened, changed, removed }) {
    this.current = current;
    const remark = $("remark");
    remark.addEventListener("submit", (event) => event.preventDefault());
    remark.addEventListener("input", () => {
      const variations = current();
      const { name, comment } = remark.elements;
      if (variations.here) Object.assign(variations.here, { name: name.value, comment: comment.value });
      else variations.comment = comment.value;
      changed();
    });
    on("remove", "click", () => removed());
    on("keep", "submit", (event) => {
      event.preventDefault();
      const { name } = event.target.elements;
      const only = event.submitter?.value === "position";
      attempt(async () => {
        complain(null);
        const kept = only ? await this.position(name.value) : await send("studies", { name: name.value, ...current().written() });
        $("kept").replaceChildren(`Saved as ${kept.name}. `, element("a", { href: "/saved" }, "All that is saved"));
        event.target.reset();
      });
    });
    on("share", "click", (event) => {
      const { link, whole } = this.link();
      $("kept").textContent = whole ? "" : "The variations, names and comments are too long for a link: it has the line that is shown. Save the study, or send it as a file.";
      copy(link, event.target);
    });
    on("record-file", "change", (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) attempt(async () => {
        complain(null);
        opened((await resolve({ text: await file.text() })).variations);
      });
    });
  }

  position(name) {
    const { game, position, expression } = this.current().subject();
    if (expression !== undefined) throw Object.assign(new Error("a sum is saved as a study"), { hint: "press Save study" });
    return send("positions", { name, game, position });
  }

  // An address with all variations, or, if that is too long, with the line that
  // is shown; `whole` tells whether all is in it.
  link() {
    const { nodes, comment } = this.current().written();
    const plain = `${location.origin}${location.pathname}${location.search}`;
    const simple = !comment && nodes.every(({ name, comment: said }) => !name && !said) && this.current().path().length === nodes.length;
    if (simple) return { link: plain, whole: true };
    const kept = JSON.stringify({ comment, nodes: nodes.map(({ parent, player, move, name, comment: said }) => [parent, player, move, name, said]) });
    const link = `${plain}#study=${encodeURIComponent(kept)}`;
    const whole = link.length <= LONGEST_LINK;
    return { link: whole ? link : plain, whole };
  }

  // Shows what is said of the place where one is.
  show() {
    const { name, comment } = $("remark").elements;
    const { here, comment: start } = this.current();
    name.value = here?.name ?? "";
    name.disabled = !here;
    comment.value = here ? here.comment : start;
    $("remove").disabled = !here;
  }
}

// The study in a link or on the server, if the address has one.
export async function linked(start) {
  const shared = location.hash.match(/^#study=(.*)$/);
  if (shared) {
    const { comment, nodes } = JSON.parse(decodeURIComponent(shared[1]));
    const named = nodes.map(([parent, player, move, name, said]) => ({ parent, player, move, name, comment: said }));
    return (await resolve({ ...about(start), comment, nodes: named })).variations;
  }
  const id = new URLSearchParams(location.search).get("study");
  if (!id) return null;
  const { study } = await ask(`studies/${encodeURIComponent(id)}`);
  return Variations.of(about(study), study);
}

// The address of a place in a study.
export const placed = (variations, side) => {
  const moves = spoken(variations);
  const query = { ...about(variations.start) };
  if (moves) query.moves = moves;
  if (side === "right") query.side = side;
  if (variations.misere) query.misere = "true";
  return address("/analyse", query);
};
