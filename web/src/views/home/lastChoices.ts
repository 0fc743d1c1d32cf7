// How this device likes to play: the last choice for each game, and which game was the last.

import { TILES, type Choice, type Tile, usual } from "./games";

const KEY = "tenback.play";

interface Kept {
  last?: string;
  choices?: Record<string, Partial<Choice>>;
}

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** The game that was played last; the first one on a new device. */
export const lastPlayed = (): string => kept().last ?? TILES[0]!.id;

export const choiceFor = (tile: Tile): Choice => ({
  ...usual(tile.players),
  ...kept().choices?.[tile.id],
});

export function remember(tile: Tile, choice: Choice): void {
  const before = kept();
  const choices = { ...before.choices, [tile.id]: choice };
  try {
    localStorage.setItem(KEY, JSON.stringify({ last: tile.id, choices }));
  } catch {
    // A private window may keep nothing.
  }
}
