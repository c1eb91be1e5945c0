// What is explored, as requests and addresses have it: a position of a game, or
// an expression.

// The parameters of a subject.
export const about = ({ game, position, expression }) => (expression === undefined || expression === null ? { game, position } : { expression });

// The subject after a move from one, which leads to `position`.
export const after = (subject, position) => (subject.expression === undefined ? { game: subject.game, position } : { expression: position });

export const same = (one, other) => JSON.stringify(about(one)) === JSON.stringify(about(other));

// The call of the calculator's function for a position.
export function call(game, position) {
  const [name, variant] = game.split(/:(.*)/s);
  return variant ? `${name}("${variant}", "${position}")` : `${name}("${position}")`;
}

// What a side is called.
export function sideName(sides, player) {
  const own = sides?.[player];
  const plain = player === "left" ? "Left" : "Right";
  return !own || own === plain ? plain : `${plain} (${own})`;
}

export const other = (player) => (player === "left" ? "right" : "left");
