// What painting does to a position, for boards, heaps and graphs. A change is
// made to the text of the position; the server reads it and says if it is none.

// Boards: rows of squares, one character for each.
const board = {
  tools: ({ palette }) => palette.map(({ symbol, about }) => [symbol, `${symbol} ${about}`]),
  buttons: (shown, spots) => {
    const columns = [["columns+", "Add column"], ["columns-", "Remove column"]];
    // Places in a row are numbered.
    return /^\d/.test(spots[0]?.dataset.name ?? "") ? columns : [["rows+", "Add row"], ["rows-", "Remove row"], ...columns];
  },
  painted: (shown, tool, place, spots) => {
    const [rows, columns] = shown.grid;
    // A standing domino has two halves.
    const square = spots === rows * columns ? place : Math.floor(place / 2);
    const changed = cells(shown.position);
    changed[Math.floor(square / columns)][square % columns] = tool;
    return written(changed);
  },
  pressed: (shown, button) => {
    const changed = cells(shown.position);
    if (button === "rows+") changed.push(changed[0].map(() => "."));
    if (button === "rows-") changed.pop();
    if (button === "columns+") changed.forEach((row) => row.push("."));
    if (button === "columns-") changed.forEach((row) => row.pop());
    return changed.length === 0 || changed[0].length === 0 ? null : written(changed);
  },
};
const cells = (position) => position.split("/").map((row) => [...row]);
const written = (rows) => rows.map((row) => row.join("")).join("/");

// Heaps: their sizes. Stones are named heap.stone.
const heaps = {
  tools: () => [["+", "add a stone"], ["-", "take a stone away"]],
  buttons: () => [["heap+", "Add heap"], ["heap-", "Remove heap"]],
  painted: (shown, tool, place, spots, name) => {
    const sizes = sizesOf(shown.position);
    const heap = Number(name.split(".")[0]) - 1;
    sizes[heap] = String(BigInt(sizes[heap]) + (tool === "+" ? 1n : -1n));
    return sizes.filter((size) => size !== "0").join(",") || "0";
  },
  pressed: (shown, button) => {
    const sizes = sizesOf(shown.position);
    if (button === "heap+") return [...sizes, "1"].join(",");
    return sizes.slice(0, -1).join(",") || "0";
  },
};
const sizesOf = (position) => position.split(",").map((size) => size.trim()).filter((size) => /^[1-9]/.test(size));

// Hackenbush: edges between points; those at the lowest points stand on the
// ground.
const COLOURS = { l: "blue", r: "red", e: "green" };
const bush = {
  tools: () => [
    ...Object.entries(COLOURS).map(([symbol, name]) => [symbol, `paint ${name}`]),
    ...Object.entries(COLOURS).map(([symbol, name]) => [`+${symbol}`, `grow ${name}`]),
    ["-", "remove"],
  ],
  buttons: () => Object.entries(COLOURS).map(([symbol, name]) => [symbol, `New ${name} stalk`]),
  painted: (shown, tool, place, spots, name) => {
    const edges = stalks(shown);
    const edge = edges[place];
    if (tool === "-") edges.splice(place, 1);
    else if (tool.startsWith("+")) edges.push({ from: edge.to, to: "new", colour: tool[1] });
    else edge.colour = tool;
    return grown(edges);
  },
  pressed: (shown, button) => grown([...stalks(shown), { from: "ground", to: "new", colour: button }]),
};
const stalks = ({ scene }) => {
  const ground = Math.max(...scene.lines.flat().map(([, y]) => y));
  const point = ([x, y]) => (y >= ground ? "ground" : `${x} ${y}`);
  return scene.spots.map(({ name, at, to }) => ({ from: point(at), to: point(to), colour: name[0] }));
};
// Vertices of one name are the same; the first one is the ground.
const grown = (edges) => edges.length === 0 ? "." : [":{ground}", ...edges.map(({ from, to, colour }) => `:{${from}}${colour}:{${to}}`)].join(";");

// Graphs whose vertices are painted: the vertices, then the edges.
const graph = {
  tools: ({ palette }) => [
    ...palette.filter(({ symbol }) => symbol !== "#").map(({ symbol, about }) => [symbol, `${symbol} ${about}`]),
    ["+", "new neighbour"],
    ["-", "remove"],
  ],
  buttons: () => [["+", "New vertex"]],
  painted: (shown, tool, place) => {
    const { vertices, edges } = net(shown);
    if (tool === "+") {
      vertices.push(".");
      edges.push([place, vertices.length - 1]);
    } else vertices[place] = tool === "-" ? null : tool;
    return knotted(vertices, edges);
  },
  pressed: (shown) => {
    const { vertices, edges } = net(shown);
    return knotted([...vertices, "."], edges);
  },
};
const net = ({ scene }) => {
  const places = scene.spots.map(({ at }) => `${at}`);
  return {
    vertices: scene.spots.map(({ symbol }) => symbol),
    edges: scene.lines.map((ends) => ends.map((end) => places.indexOf(`${end}`))),
  };
};
const knotted = (vertices, edges) => {
  const there = (vertex) => vertices[vertex] !== null;
  const named = vertices.map((symbol, vertex) => `${symbol}:{${vertex}}`).filter((_, vertex) => there(vertex));
  return [...named, ...edges.filter((ends) => ends.every(there)).map(([a, b]) => `:{${a}}-:{${b}}`)].join(";") || null;
};

// A board that is as large as it is.
const dice = { ...board, buttons: () => [] };

export const editors = { board, heaps, bush, graph, dice };
