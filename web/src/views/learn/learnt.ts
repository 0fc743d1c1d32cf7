// Which lessons were taken on this device.

const KEY = "tenback.learnt";

export function learnt(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function remember(game: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...learnt(), game])]));
  } catch {
    // A private window may keep nothing.
  }
}
