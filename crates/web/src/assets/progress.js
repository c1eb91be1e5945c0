// Which questions of which lessons were answered; this browser remembers.

const KEY = "legatus.lessons";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

// The numbers of the questions of a lesson that were answered.
export const answered = (lesson) => new Set(kept()[lesson] ?? []);

export function answer(lesson, number) {
  const all = kept();
  all[lesson] = [...new Set([...(all[lesson] ?? []), number])];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Whoever forbids that is not remembered.
  }
}

export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered.
  }
}
