// A designer's own variant in figures.

import type { Rules } from "../../protocol";
import type { Tile } from "./games";

export const playersOf = (rules: Rules): number[] => rules.hands.map(([players]) => players);

/** In the whole game: where each player has a deck of their own, one deck. */
export const cardsOf = (rules: Rules): number =>
  rules.deck.numbers.length * Math.max(1, rules.deck.colours.length);

export const pilesOf = (rules: Rules): number => rules.piles.up.length + rules.piles.down.length;

/** It is not remembered, and has no picture. */
export function ownTile(rules: Rules): Tile {
  const players = playersOf(rules);
  const fewest = Math.min(...players);
  return { id: "own", base: "", always: [], players: fewest, friends: Math.max(...players) };
}
