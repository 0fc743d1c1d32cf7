// What the server promised for a day, as this device saw it on that day.

const KEY = "tenback.days";
const REMEMBERED = 30;

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export const keptPromise = (day: string): string | null => all()[day] ?? null;

/** Remember a promise; the first one seen of a day is the one that counts. */
export function keepPromise(day: string, promise: string): void {
  const kept = { [day]: promise, ...all() };
  const latest = Object.entries(kept).sort(([a], [b]) => b.localeCompare(a)).slice(0, REMEMBERED);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // Then the promise of that day stays unchecked.
  }
}
