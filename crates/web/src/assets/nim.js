// Who wins a position of heaps, and why: the nim values under one another in
// binary, and under each column whether its ones are odd in number.

import { element } from "./common.js";

// No page shows more heaps.
const MOST_ROWS = 40;

export function nim({ nim, over }, prediction) {
  const { columns, sum, why } = nim;
  const row = (name, value, binary, kind) => element("tr", { class: kind },
    element("th", { scope: "row" }, name), element("td", {}, `${value}`),
    ...[...binary].map((digit) => element("td", { class: digit === "1" ? "bit one" : "bit" }, digit)));
  const plain = columns.every(({ heap, value }) => heap === value);
  const named = (heap) => (heap > 0 ? `heap ${heap}` : "empty");
  const rows = columns.slice(0, MOST_ROWS).map(({ heap, value, binary }) => row(named(heap), value, binary, null));
  const heading = element("tr", {}, element("th", {}, ""), element("th", { scope: "col" }, plain ? "stones" : "nim value"),
    element("th", { scope: "colgroup", colspan: sum.binary.length }, "in binary"));
  return [
    element("p", { id: "prediction" }, over ? "" : `${prediction}.`),
    element("details", { open: "" }, element("summary", {}, "Nim sum"),
      element("table", { class: "binary" }, element("thead", {}, heading),
        element("tbody", {}, ...rows, columns.length > MOST_ROWS ? element("tr", {}, element("th", {}, "…")) : "",
          row("nim sum", sum.value, sum.binary, "sum"))),
      element("p", {}, over ? "" : `${why}.`)),
  ];
}
