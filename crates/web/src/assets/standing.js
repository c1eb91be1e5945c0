// What the browser remembers of who solves puzzles: a rating, a streak, which
// puzzles were tried, and puzzles of one's own. Nothing of it leaves the
// browser.

const KEY = "legatus.puzzles";
const BEGIN = { rating: 1200, count: 0, streak: 0, longest: 0, tried: {}, mine: [] };
// The most puzzles of one's own.
const MOST = 200;

export class Standing {
  constructor() {
    try {
      this.data = { ...structuredClone(BEGIN), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    } catch {
      this.data = structuredClone(BEGIN);
    }
  }

  save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.data));
    } catch {
      // A browser that keeps nothing still shows puzzles.
    }
  }

  get rating() {
    return Math.round(this.data.rating);
  }

  get solved() {
    return Object.values(this.data.tried).filter(Boolean).length;
  }

  tried(key) {
    return key in this.data.tried;
  }

  // The first try of a puzzle with a rating counts, as a game against a player
  // of that strength (A. Elo): more in the beginning, when little is known.
  record(key, rating, won) {
    const { data } = this;
    data.streak = won ? data.streak + 1 : 0;
    data.longest = Math.max(data.longest, data.streak);
    if (!this.tried(key) && rating) {
      const expected = 1 / (1 + 10 ** ((rating - data.rating) / 400));
      data.rating += (data.count < 20 ? 60 : 24) * ((won ? 1 : 0) - expected);
      data.count += 1;
    }
    data.tried[key] = won || data.tried[key] === true;
    this.save();
  }

  get mine() {
    return this.data.mine;
  }

  keep(puzzle) {
    const same = ({ address }) => address === puzzle.address;
    this.data.mine = [puzzle, ...this.data.mine.filter((one) => !same(one))].slice(0, MOST);
    this.save();
  }

  forget(address) {
    this.data.mine = this.data.mine.filter((one) => one.address !== address);
    this.save();
  }
}
