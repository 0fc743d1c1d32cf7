// Lays that are only meant so far, as in a plan or in advice: which card each would cover.

import type { Pile } from "../protocol";
import { shown } from "./piles";

export interface Meant {
  readonly card: string;
  readonly pile: string;
}

/** A lay as the server writes it, `37-u1`; null for the end of a turn. */
export function meant(move: string): Meant | null {
  const [card = "", pile = ""] = move.split("-");
  return pile ? { card, pile } : null;
}

export const written = ({ card, pile }: Meant): string => `${card}-${pile}`;

export interface Covering extends Meant {
  readonly at: Pile;
  /** The number that would lie beneath; null on an empty place. */
  readonly beneath: number | null;
}

/** Each lay with what lies beneath it, one after the other; those that do not hold change nothing. */
export function covering(
  lays: readonly Meant[],
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
export function byPile(lays: readonly Meant[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { card, pile } of lays) found.set(pile, [...(found.get(pile) ?? []), card]);
  return found;
}
