// Lays that are not made yet, of a plan or a hint: which card each would cover.

import type { Pile } from "../protocol";
import { shown } from "./piles";

export interface PlannedLay {
  readonly card: string;
  readonly pile: string;
}

/** A lay as the server writes it, `37-u1`; null for the end of a turn. */
export function parseLay(move: string): PlannedLay | null {
  const [card = "", pile = ""] = move.split("-");
  return pile ? { card, pile } : null;
}

export const formatLay = ({ card, pile }: PlannedLay): string => `${card}-${pile}`;

export interface Covering extends PlannedLay {
  readonly at: Pile;
  /** The number that would lie beneath; null on an empty place. */
  readonly beneath: number | null;
}

/** Each lay with what lies beneath it, one after the other; those that do not hold change nothing. */
export function covering(
  lays: readonly PlannedLay[],
  piles: readonly Pile[],
  tops: readonly (string | null)[],
  holds: readonly boolean[] = [],
): Covering[] {
  const now = new Map(piles.map((pile, place) => [pile.name, { pile, top: tops[place] ?? null }]));
  return lays.flatMap((lay, place) => {
    const found = now.get(lay.pile);
    if (!found) return [];
    if (holds[place] !== false) now.set(lay.pile, { ...found, top: lay.card });
    return [{ ...lay, at: found.pile, beneath: shown(found.pile, found.top) }];
  });
}

/** Which cards are meant for each pile. */
export function byPile(lays: readonly PlannedLay[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { card, pile } of lays) found.set(pile, [...(found.get(pile) ?? []), card]);
  return found;
}
