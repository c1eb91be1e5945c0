// Thermographs of several positions in one picture: temperature upward, Left's
// values to the left. What the walls are worth under the pointer is read off.

import { element, picture } from "./common.js";

const WIDTH = 460;
const HEIGHT = 320;
const MARGIN = { left: 34, right: 16, top: 14, bottom: 30 };
const KINDS = 5;

// "3/4" and "-2" as numbers: all of them have a power of two below.
export function number(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

// A number with a power of two below, as it is written.
export function written(x) {
  let under = 1;
  while (!Number.isInteger(x * under) && under < 1 << 20) under *= 2;
  const sign = x < 0 ? "−" : "";
  const over = Math.abs(Math.round(x * under));
  return under === 1 ? `${sign}${over}` : `${sign}${over}/${under}`;
}

// A wall at a temperature: straight between corners, upright above them.
function at(wall, t) {
  const above = wall.findIndex(([height]) => height >= t);
  if (above === -1) return wall.at(-1)[1];
  if (above === 0) return wall[0][1];
  const [[t0, x0], [t1, x1]] = [wall[above - 1], wall[above]];
  return x0 + (x1 - x0) * ((t - t0) / (t1 - t0));
}

const corners = (wall) => wall.map(([t, x]) => [number(t), number(x)]);

// The smallest of 1, 2, 5, 10, … steps that gives at most `most` marks, or
// halves where little is shown.
function step(range, most) {
  const steps = [1 / 4, 1 / 2, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  return steps.find((size) => range / size <= most) ?? range / most;
}

export class Graphs {
  constructor(root) {
    this.root = root;
    // Those that were kept for comparison.
    this.kept = [];
    this.shown = null;
  }

  clear() {
    this.shown = null;
    this.root.replaceChildren();
  }

  // Shows the answer about the position with a name, beside those that were kept.
  show(name, answer) {
    this.shown = { name, left: corners(answer.left), right: corners(answer.right), temperature: number(answer.temperature), mean: answer.mean, base: answer.temperature };
    this.draw();
  }

  get all() {
    return [...this.kept, ...(this.shown && !this.kept.some(({ name }) => name === this.shown.name) ? [this.shown] : [])];
  }

  draw() {
    const graphs = this.all;
    const values = graphs.flatMap(({ left, right }) => [...left, ...right].map(([, x]) => x));
    const top = Math.max(0, ...graphs.map(({ temperature }) => temperature)) * 1.15 + 0.6;
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const pad = Math.max(0.5, (high - low) * 0.08);
    const scale = { low: low - pad, high: high + pad, top };
    scale.x = (x) => MARGIN.left + (scale.high - x) / (scale.high - scale.low) * (WIDTH - MARGIN.left - MARGIN.right);
    scale.y = (t) => MARGIN.top + (top - t) / (top + 1) * (HEIGHT - MARGIN.top - MARGIN.bottom);
    const svg = this.picture(graphs, scale);
    const read = element("p", { class: "read", "aria-live": "polite" });
    const slider = element("input", { type: "range", min: "-1", max: `${Math.ceil(top * 8) / 8}`, step: "0.125", value: "0", "aria-label": "Temperature to read off", oninput: (event) => this.read(Number(event.target.value), svg, scale, read) });
    svg.addEventListener("pointermove", (event) => {
      const box = svg.getBoundingClientRect();
      const y = (event.clientY - box.top) / box.height * HEIGHT;
      const t = top - (y - MARGIN.top) / (HEIGHT - MARGIN.top - MARGIN.bottom) * (top + 1);
      // Eighths are exact, and fine enough to point at.
      slider.value = Math.round(Math.min(top, Math.max(-1, t)) * 8) / 8;
      this.read(Number(slider.value), svg, scale, read);
    });
    this.root.replaceChildren(svg, this.legend(graphs), element("label", {}, "Read off at temperature ", slider), read);
    this.read(0, svg, scale, read);
  }

  picture(graphs, { x, y, low, high, top }) {
    const parts = [];
    const size = step(high - low, 8);
    for (let mark = Math.ceil(low / size) * size; mark <= high; mark += size) {
      parts.push(`<path class="grid" d="M${x(mark)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}"/><text x="${x(mark)}" y="${HEIGHT - 10}" text-anchor="middle">${written(mark)}</text>`);
    }
    const rise = step(top + 1, 7);
    for (let mark = Math.ceil(-1 / rise) * rise; mark <= top; mark += rise) {
      parts.push(`<path class="grid${mark === 0 ? " zero" : ""}" d="M${MARGIN.left} ${y(mark)}H${WIDTH - MARGIN.right}"/><text x="${MARGIN.left - 6}" y="${y(mark) + 4}" text-anchor="end">${written(mark)}</text>`);
    }
    graphs.forEach(({ left, right }, kind) => {
      for (const wall of [left, right]) {
        const points = wall.map(([t, value]) => `${x(value)} ${y(t)}`);
        parts.push(`<path class="wall wall${kind % KINDS}" d="M${points.join("L")}V${y(top)}"/>`);
      }
    });
    parts.push('<path class="reading" visibility="hidden"/>');
    const words = graphs.map(({ name, mean, base }) => `${name}: mean ${mean}, temperature ${base}`).join("; ");
    const svg = picture(`<svg xmlns="http://www.w3.org/2000/svg" class="thermographs" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-size="13">${parts.join("")}</svg>`);
    svg.setAttribute("aria-label", `Thermograph. ${words}`);
    return svg;
  }

  read(t, svg, { y }, place) {
    const line = svg.querySelector(".reading");
    line.setAttribute("d", `M${MARGIN.left} ${y(t)}H${WIDTH - MARGIN.right}`);
    line.setAttribute("visibility", "visible");
    const words = this.all.map(({ left, right, name }) => {
      const [l, r] = [at(left, t), at(right, t)];
      const both = l === r ? written(l) : `Left begins ${written(l)}, Right begins ${written(r)}`;
      return `${this.all.length > 1 ? `${short(name)}: ` : ""}${both}`;
    });
    place.textContent = `At temperature ${written(t)}: ${words.join("; ")}.`;
  }

  legend(graphs) {
    const isKept = this.shown && this.kept.some(({ name }) => name === this.shown.name);
    const keep = element("button", { type: "button", class: "small", onclick: () => {
      this.kept = [...this.kept, this.shown].slice(-KINDS + 1);
      this.draw();
    } }, "Keep to compare");
    const list = graphs.map(({ name, mean, base }, kind) => element("li", {},
      element("span", { class: `key wall${kind % KINDS}` }), `${short(name)}: mean ${mean}, temperature ${base} `,
      this.kept.some((kept) => kept.name === name) ? element("button", { type: "button", class: "small", "aria-label": `Do not compare with ${name}`, onclick: () => {
        this.kept = this.kept.filter((kept) => kept.name !== name);
        this.draw();
      } }, "✕") : ""));
    return element("div", {}, element("ul", { class: "legend" }, ...list), isKept ? "" : keep);
  }
}

const short = (name) => (name.length > 40 ? `${name.slice(0, 38)}…` : name);
