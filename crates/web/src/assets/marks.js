// What is drawn on a spot to say what can be done there: shapes that differ
// without their colours. A spot of a board is a square around its middle.

import { picture } from "./common.js";

// A part of a picture.
export const svg = (text) => picture(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`).firstElementChild;

const SQUARE = {
  chosen: '<rect class="ring" x="-45" y="-45" width="90" height="90" rx="8"/>',
  step: '<circle class="dot" r="13"/>',
  take: '<path class="ring" d="M-45-20v-25h25M20-45h25v25M45 20v25h-25M-20 45h-25v-25"/><circle class="ring" r="44"/>',
  shot: '<circle class="ring" r="22"/><path class="ring" d="M0-36v28M0 8v28M-36 0h28M8 0h28"/>',
  put: '<circle class="dot" r="9"/>',
  focus: '<rect class="focus" x="-47" y="-47" width="94" height="94" rx="4"/>',
};

// A small sign in a corner: a tick for a winning move, a cross for a losing one.
const SIGNS = {
  win: '<g class="sign win"><circle cx="33" cy="-33" r="15"/><path d="M26-33l5 6l9-11"/></g>',
  lose: '<g class="sign lose"><circle cx="33" cy="-33" r="15"/><path d="M27-39l12 12M39-39l-12 12"/></g>',
};

// The outline of a spot that is no square: the same form, a little larger.
function outline(spot, kind) {
  const shape = spot.querySelector(".hit, .ground, .vertex, .stone");
  if (!shape) return "";
  const of = (name) => Number(shape.getAttribute(name) ?? 0);
  if (shape.tagName === "path") return `<path class="halo ${kind}" d="${shape.getAttribute("d")}"/>`;
  if (shape.tagName === "circle") return `<circle class="ring" r="${of("r") + 6}"/>`;
  const [x, y, width, height] = ["x", "y", "width", "height"].map(of);
  return `<rect class="${kind === "focus" ? "focus" : "ring"}" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="${Math.max(of("rx") - 3, 6)}"/>`;
}

// Where a sign goes on something that is no square.
function beside(spot, sign) {
  const { x, y, width } = (spot.querySelector(".edge, .ground, .vertex, .stone") ?? spot).getBBox();
  const edge = spot.querySelector(".edge");
  const at = edge ? edge.getPointAtLength(edge.getTotalLength() / 2) : { x: x + width - 14, y: y + 14 };
  return `<g transform="translate(${at.x - 33} ${at.y + 33})">${sign}</g>`;
}

// Marks a spot, or takes its marks away. `kinds` are chosen, focus and what a
// click would do: step, take, shot or put; `verdict` is win or lose.
export function mark(spot, kinds, verdict) {
  const [below, above] = [".mark.below", ".mark:not(.below)"].map((name) => spot.querySelector(name));
  below?.remove();
  above?.remove();
  if (kinds.length === 0 && !verdict) return;
  const square = spot.querySelector(".square");
  const shape = (kind) => (square ? SQUARE[kind] : outline(spot, kind));
  const drawn = kinds.map((kind) => `<g class="kind ${kind}">${shape(kind)}</g>`);
  const sign = SIGNS[verdict] ?? "";
  // The halo of an edge is behind it, so that its colour is seen.
  const behind = spot.querySelector(".hit");
  if (behind) behind.before(svg(`<g class="mark below">${drawn.join("")}</g>`));
  const rest = `${behind ? "" : drawn.join("")}${square ? sign : sign && beside(spot, sign)}`;
  if (rest) spot.append(svg(`<g class="mark">${rest}</g>`));
}

// A domino on two squares, before it is laid.
export function domino([[x1, y1], [x2, y2]]) {
  const turn = x1 === x2 ? "" : " rotate(90)";
  return svg(`<g class="ghost" transform="translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})${turn}">` +
    '<rect x="-42" y="-92" width="84" height="184" rx="14"/><path d="M-26 0h52"/></g>');
}
