// The text of values: read once, written in every notation.
//
// What is read here is what the program prints in ASCII, `{2||1|0}`, `^^*`,
// `Tiny(2)`, also several values in a list or a set, the sides of a loopy
// value, and a compressed value with its definitions.

// Longer texts and deeper braces are left to those who read plain text.
const LONGEST = 20_000;
const DEEPEST = 80;

// Values that do not end, and what is no game at all.
const WORDS = ["upon", "under", "over", "dud", "off", "on", "tisn", "tis", "hi", "lo", "inf", "ω"];

// A reader of one text.
class Reader {
  constructor(text, names) {
    this.text = text;
    this.names = names;
    this.at = 0;
    this.depth = 0;
  }

  // Takes what matches here, or nothing.
  take(pattern) {
    const sticky = new RegExp(pattern, "y");
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  need(pattern) {
    const found = this.take(pattern);
    if (!found) throw new SyntaxError(`no ${pattern} at ${this.at}`);
    return found;
  }

  // What is read inside of something.
  inside(read) {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new SyntaxError("too deep");
    const found = read();
    this.depth -= 1;
    return found;
  }

  value() {
    if (this.take("\\+-")) return this.inside(() => this.plusMinus());
    if (this.text[this.at] === "{") return this.inside(() => this.braces());
    return this.word() ?? this.sum();
  }

  word() {
    const found = this.take(`(-?)(${[...this.names, ...WORDS].join("|")})(\\*?)(?![A-Za-z0-9])`);
    return found && { kind: "word", minus: found[1] !== "", name: found[2], star: found[3] !== "" };
  }

  // A number, ups and a star, or a number and a tiny.
  sum() {
    const number = this.take("-?\\d+(?:/\\d+)?")?.[0] ?? null;
    const tiny = this.take("(Tiny|Miny)\\(");
    if (tiny) {
      const of = this.inside(() => this.value());
      this.need("\\)");
      return { kind: "tiny", number, miny: tiny[1] === "Miny", of };
    }
    const ups = this.ups();
    const star = this.take("\\*(\\d*)")?.[1] ?? null;
    if (number === null && ups === null && star === null) throw new SyntaxError("no value");
    return { kind: "sum", number, ups, star };
  }

  ups() {
    const found = this.take("([v^])(?:<(\\d+)>|\\[(\\d+)\\]|(\\1)|(\\d*))");
    if (!found) return null;
    const [, sign, power, all, twice, times] = found;
    const up = sign === "^";
    if (power) return { up, shape: "power", n: power };
    if (all) return { up, shape: "all", n: all };
    return { up, shape: "times", n: twice ? "2" : times || "1" };
  }

  plusMinus() {
    if (this.take("\\(")) {
      const options = this.list("\\)");
      return { kind: "switch", round: true, options };
    }
    const inner = this.value();
    return inner.kind === "set" ? { kind: "switch", curly: true, options: inner.items } : { kind: "switch", options: [inner] };
  }

  // Options up to a bar or to what closes them.
  options(end) {
    const options = [];
    if (this.text[this.at] === "|" || this.text[this.at] === end) return options;
    do options.push(this.value()); while (this.take(","));
    return options;
  }

  // `{a,b||c|d}`: the longest bars part the outermost game.
  braces() {
    this.need("\\{");
    const sides = [this.options("}")];
    const bars = [];
    for (let bar = this.take("\\|+"); bar; bar = this.take("\\|+")) {
      bars.push(bar[0].length);
      sides.push(this.options("}"));
    }
    this.need("\\}");
    if (bars.length === 0) return { kind: "set", items: sides[0] };
    return { ...parted(sides, bars), braced: true };
  }

  list(close) {
    const items = this.text[this.at] === close.at(-1) ? [] : this.options("");
    this.need(close);
    return items;
  }

  // All that is printed in one line.
  whole() {
    if (this.take("\\[")) return { kind: "list", items: this.list("\\]") };
    const value = this.value();
    if (!this.take(" & ")) return value;
    return { kind: "sides", onside: value, offside: this.value() };
  }
}

function parted(sides, bars) {
  const most = Math.max(...bars);
  const at = bars.indexOf(most);
  if (bars.lastIndexOf(most) !== at) throw new SyntaxError("equal bars");
  const side = (from, to) => (to - from === 1 ? sides[from] : [parted(sides.slice(from, to), bars.slice(from, to - 1))]);
  return { kind: "braces", left: side(0, at + 1), bars: most, right: side(at + 1, sides.length) };
}

function read(text, names = []) {
  const reader = new Reader(text, names);
  const value = reader.whole();
  if (reader.at < text.length) throw new SyntaxError("something follows");
  return value;
}

// A value and the names of its parts, as the compressor prints them.
function readCompressed(text) {
  const separator = text.includes("\n") ? "\n" : "; ";
  const lines = text.split(separator);
  const names = [];
  const definitions = lines.slice(0, -1).map((line) => {
    const found = /^([a-z]+\d*) = (.+)$/.exec(line);
    if (!found) throw new SyntaxError("no definition");
    const definition = { name: found[1], value: read(found[2], names) };
    names.push(found[1]);
    return definition;
  });
  return { kind: "compressed", definitions, separator, value: read(lines.at(-1), names) };
}

// What a text says, as a tree; nothing if it is no value. Written in ASCII it
// is the text again.
export function parse(text) {
  if (text.length > LONGEST) return null;
  try {
    const tree = /^[a-z]+\d* = /.test(text) ? readCompressed(text) : read(text);
    return write(tree, ASCII) === text ? tree : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

// Writes a tree. A style knows the symbols and how they are joined.
export function write(node, style) {
  const part = (inner) => write(inner, style);
  const list = (items) => items.flatMap((item, index) => (index === 0 ? [part(item)] : [style.comma(), part(item)]));
  const { join } = style;
  const number = () => (node.number === null ? [] : [style.number(node.number)]);
  switch (node.kind) {
    case "sum": return join([...number(), ...(node.ups ? [style.ups(node.ups)] : []), ...(node.star === null ? [] : [style.star(node.star)])]);
    case "word": return join([...(node.minus ? [style.minus()] : []), style.word(node.name), ...(node.star ? [style.star("")] : [])]);
    case "tiny": return join([...number(), style.tiny(node.miny, part(node.of))]);
    case "switch": {
      const options = join(list(node.options));
      return join([style.plusMinus(), node.round ? style.bracket("(", options, ")") : node.curly ? style.bracket("{", options, "}") : options]);
    }
    case "braces": {
      const inner = join([join(list(node.left)), style.bars(node.bars), join(list(node.right))]);
      return node.braced ? style.bracket("{", inner, "}") : inner;
    }
    case "set": return style.bracket("{", join(list(node.items)), "}");
    case "list": return style.bracket("[", join(list(node.items)), "]");
    case "sides": return join([part(node.onside), style.and(), part(node.offside)]);
    default: return style.compressed(node.definitions.map(({ name, value }) => [name, part(value)]), node.separator, part(node.value));
  }
}

const FRACTIONS = { "1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞" };
export const fraction = (text) => FRACTIONS[text.replace("-", "")];
export const raised = (digits) => [...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

const definitions = (equals, all, separator, value) => [...all.map(([name, text]) => `${name}${equals}${text}`), value].join(separator);

export const ASCII = {
  join: (parts) => parts.join(""),
  comma: () => ",",
  minus: () => "-",
  number: (text) => text,
  ups: ({ up, shape, n }) => {
    const arrow = up ? "^" : "v";
    if (shape === "power") return `${arrow}<${n}>`;
    if (shape === "all") return `${arrow}[${n}]`;
    return { 1: arrow, 2: arrow + arrow }[n] ?? arrow + n;
  },
  star: (n) => `*${n}`,
  word: (name) => name,
  tiny: (miny, of) => `${miny ? "Miny" : "Tiny"}(${of})`,
  plusMinus: () => "+-",
  bracket: (open, inner, close) => open + inner + close,
  bars: (n) => "|".repeat(n),
  and: () => " & ",
  compressed: (all, separator, value) => definitions(" = ", all, separator, value),
};

export const UNICODE = {
  ...ASCII,
  number: (text) => (fraction(text) ? text.replace(/\d.*/, fraction(text)) : text),
  ups: ({ up, shape, n }) => {
    const arrow = up ? "↑" : "↓";
    if (shape === "power") return arrow + raised(n);
    if (shape === "all") return `${arrow}[${n}]`;
    return { 1: arrow, 2: up ? "⇑" : "⇓" }[n] ?? arrow + n;
  },
  star: (n) => `∗${n}`,
  word: (name) => (name === "inf" ? "∞" : name),
  tiny: (miny, of) => `${miny ? "⧿" : "⧾"}(${of})`,
  plusMinus: () => "±",
};

export const LATEX = {
  ...ASCII,
  number: (text) => text.replace(/(\d+)\/(\d+)/, "\\frac{$1}{$2}"),
  ups: ({ up, shape, n }) => {
    const arrow = up ? "{\\uparrow}" : "{\\downarrow}";
    if (shape === "power") return `${arrow}^{${n}}`;
    if (shape === "all") return `${arrow}^{[${n}]}`;
    return { 1: arrow, 2: up ? "{\\Uparrow}" : "{\\Downarrow}" }[n] ?? arrow + n;
  },
  star: (n) => `{\\ast}${n}`,
  word: (name) => ({ inf: "\\infty", "ω": "\\omega" })[name] ?? (WORDS.includes(name) ? `\\mathbf{${name}}` : name),
  tiny: (miny, of) => `{${miny ? "-" : "+"}}_{${of}}`,
  plusMinus: () => "\\pm ",
  bracket: (open, inner, close) => (open === "{" ? `\\{${inner}\\}` : open + inner + close),
  bars: (n) => `\\,${"|".repeat(n)}\\,`,
  and: () => " \\mathbin{\\&} ",
};

const TIMES = ["", "", "double ", "triple ", "quadruple "];
const times = (n, word) => (TIMES[n] === undefined ? `${n} times ${word}` : TIMES[n] + word);
const BRACKETS = { "{": ["open brace", "close brace"], "(": ["open", "close"], "[": ["list of", "end"] };

// As one reads it aloud.
export const SPOKEN = {
  join: (parts) => parts.filter((part) => part !== "").join(" "),
  comma: () => "comma",
  minus: () => "minus",
  number: (text) => text.replace("-", "minus ").replace("/", " over "),
  ups: ({ up, shape, n }) => {
    const arrow = up ? "up" : "down";
    if (shape === "power") return `${arrow} to the ${n}`;
    if (shape === "all") return `${arrow} summed to ${n}`;
    return times(n, arrow);
  },
  star: (n) => (n === "" ? "star" : `star ${n}`),
  word: (name) => ({ inf: "infinity", "ω": "omega" })[name] ?? name,
  tiny: (miny, of) => `${miny ? "miny" : "tiny"} ${of}`,
  plusMinus: () => "plus or minus",
  bracket: (open, inner) => `${BRACKETS[open][0]} ${inner} ${BRACKETS[open][1]}`,
  bars: (n) => times(n, "bar"),
  and: () => "and",
  compressed: (all, _, value) => definitions(" is ", all, ", ", value),
};

// A text in another notation; a text that is no value stays as it is.
export function rewrite(text, style) {
  const tree = parse(text);
  return tree ? write(tree, style) : text;
}
