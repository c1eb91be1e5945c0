// How one picture of a position becomes the next.

const TIME = 200;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Where a part of a picture is, from its transform.
export function place(part) {
  const found = /translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(part.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

const key = (part) => `${place(part)}`;

function run(part, frames, more = {}) {
  part?.animate(frames, { duration: TIME, easing: "ease-out", ...more });
}

// A copy of what was there fades away, under what is there now.
function fade(svg, part, frames) {
  const copy = part.cloneNode(true);
  copy.removeAttribute("tabindex");
  copy.removeAttribute("role");
  copy.setAttribute("class", `leaving ${copy.getAttribute("class").replace("spot", "")}`);
  copy.setAttribute("aria-hidden", "true");
  for (const name of ["data-spot", "data-name", "aria-label", "aria-pressed"]) copy.removeAttribute(name);
  svg.append(copy);
  const going = copy.animate(frames, { duration: TIME, easing: "ease-in", fill: "forwards" });
  going.onfinish = () => copy.remove();
  going.oncancel = () => copy.remove();
}

const FADE = [{ opacity: 1 }, { opacity: 0 }];

// Pieces slide to where they went, what was taken fades, what came appears.
export function move(before, after) {
  if (still() || !before || before.dataset.figure !== after.dataset.figure) return;
  if (before.viewBox.baseVal.width !== after.viewBox.baseVal.width) return;
  const spots = (svg) => [...svg.querySelectorAll(".spot")];
  const figure = after.dataset.figure;
  if (["counter", "pin", "edge"].includes(figure)) return vanish(spots(before), spots(after), after);
  const was = new Map(spots(before).map((spot) => [spot.dataset.name, spot]));
  const [from, to] = [".spot.from", ".spot.to"].map((name) => after.querySelector(name));
  const piece = to?.querySelector(".piece");
  if (from && piece && was.get(from.dataset.name)?.querySelector(".piece")) {
    const [[x1, y1], [x2, y2]] = [place(from), place(to)];
    run(piece, [{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "none" }]);
  } else run(piece, [{ transform: "scale(0.6)", opacity: 0.2 }, { transform: "none", opacity: 1 }]);
  run(after.querySelector(".spot.shot .arrow"), [{ opacity: 0 }, { opacity: 1 }], { delay: TIME / 2, fill: "backwards" });
  run(after.querySelector(".tile.last > g"), [{ transform: "scale(1.15)", opacity: 0.3 }, {}]);
  const right = after.querySelector(".gone.last path")?.getAttribute("d").includes("h40m");
  for (const spot of spots(after)) {
    const old = was.get(spot.dataset.name);
    const lost = old?.querySelector(".piece");
    if (!lost || spot.querySelector(".piece") || spot === from) continue;
    if (figure !== "domino") fade(after, old, FADE);
    else topple(after, old, right ? 1 : -1);
  }
}

// A domino falls about its foot.
function topple(svg, half, way) {
  const [x, y] = place(half);
  const at = `translate(${x}px, ${y}px)`;
  const turned = `${at} translate(${way * 20}px, 44px) rotate(${way * 85}deg) translate(${way * -20}px, -44px)`;
  fade(svg, half, [{ transform: at, opacity: 1 }, { transform: turned, opacity: 0.15 }]);
}

// What is no longer where it was.
function vanish(before, after, svg) {
  const where = (spot) => spot.querySelector(".hit")?.getAttribute("d") ?? key(spot);
  const left = new Set(after.map(where));
  const gone = before.filter((spot) => !left.has(where(spot)));
  // If everything has another place, nothing is taken for gone.
  if (gone.length + after.length !== before.length) return;
  for (const spot of gone) fade(svg, spot, FADE);
}
