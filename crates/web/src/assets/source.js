// The text of cells: names, numbers with a slider, and whole notebooks.

// A line of code without its remark; `//` in a text in quotes is none.
function uncommented(line) {
  const found = /^((?:"(?:[^"\\]|\\.)*"|(?!\/\/)[^"]|")*?)(\/\/.*)?$/.exec(line);
  return found ? found[1] : line;
}

// What is evaluated of a cell, on one line.
export const code = (text) => text.split("\n").map((line) => uncommented(line).trim()).filter((line) => line !== "").join(" ");

// Code with the texts in quotes blanked out.
const bare = (text) => text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => " ".repeat(quoted.length));

// The statements of a cell; semicolons part them.
export function statements(text) {
  const source = code(text);
  const marks = bare(source);
  const parts = [];
  let from = 0;
  for (let at = marks.indexOf(";"); at >= 0; at = marks.indexOf(";", from)) {
    parts.push(source.slice(from, at).trim());
    from = at + 1;
  }
  parts.push(source.slice(from).trim());
  return parts.filter((part) => part !== "");
}

const DEFINITION = /^([A-Za-z_]\w*)\s*:?=(?!=)\s*(.*)$/s;

// The name and the expression of `name = expression`.
export function definition(statement) {
  const found = DEFINITION.exec(statement);
  return found && { name: found[1], expression: found[2] };
}

// What a cell defines, and which names it needs from cells above.
export function names(text) {
  const defines = new Set();
  const uses = new Set();
  for (const statement of statements(text)) {
    const defined = definition(statement);
    for (const [name] of bare(defined ? defined.expression : statement).matchAll(/[A-Za-z_]\w*/g)) {
      if (!defines.has(name)) uses.add(name);
    }
    if (defined) defines.add(defined.name);
  }
  return { defines, uses };
}

export const isHelp = (text) => /^\s*help(\s+\S+)?\s*$/.test(text);

const NUMBER = "-?\\d{1,6}(?:/\\d{1,4})?";

// A dyadic number, or NaN; numbers of these sizes are exact.
export function dyadic(text) {
  if (!new RegExp(`^${NUMBER}$`).test(text.trim())) return NaN;
  const [numerator, denominator = 1] = text.split("/").map(Number);
  return Number.isInteger(Math.log2(denominator)) ? numerator / denominator : NaN;
}

export function dyadicText(number) {
  let denominator = 1;
  while (!Number.isInteger(number * denominator)) denominator *= 2;
  return denominator === 1 ? String(number) : `${number * denominator}/${denominator}`;
}

const SLIDER = new RegExp(`^(\\s*[A-Za-z_]\\w*\\s*:?=\\s*)(${NUMBER})(\\s*)(//.*)?$`);
const RANGE = new RegExp(`^//\\s*slider\\s+(${NUMBER})\\s+(${NUMBER})\\s+(${NUMBER})\\s*$`);
// No slider has more steps.
const MOST_STEPS = 4096;

// The slider of a cell that gives a name to a dyadic number.
export function slider(text) {
  const found = SLIDER.exec(text);
  const number = found ? dyadic(found[2]) : NaN;
  if (Number.isNaN(number)) return null;
  const range = RANGE.exec(found[4] ?? "");
  const [from, to, step] = range ? range.slice(1).map(dyadic) : usual(number);
  const steps = (to - from) / step;
  if (!(step > 0 && Number.isInteger(steps) && steps > 0 && steps <= MOST_STEPS)) return null;
  return { name: found[1].trim().split(/[\s:=]/)[0], number, from, to, step };
}

function usual(number) {
  const whole = Number.isInteger(number);
  let step = whole ? 1 : 1 / 4;
  while (!Number.isInteger(number / step)) step /= 2;
  const from = number < 0 ? 2 * Math.floor(number) : 0;
  const to = Math.max(whole ? 10 : 2, 2 * Math.ceil(number));
  return [from, to, step];
}

// The cell with another number or another range of its slider.
export function slid(text, { number, from, to, step }, ranged) {
  const [, before, , blank, remark = ""] = SLIDER.exec(text);
  const range = ranged || RANGE.test(remark) ? `${blank || " "}// slider ${[from, to, step].map(dyadicText).join(" ")}` : blank + remark;
  return before + dyadicText(number) + range;
}

// The cells of a notebook: blank lines part them.
export const parted = (text) => text.replaceAll("\r\n", "\n").split(/\n[ \t]*\n\s*/).map((cell) => cell.replace(/\s+$/, "").replace(/^\n+/, "")).filter((cell) => cell !== "");

export const joined = (cells) => cells.map((cell) => cell.replace(/\n[ \t]*(?=\n)/g, "").trim()).filter((cell) => cell !== "").join("\n\n");
