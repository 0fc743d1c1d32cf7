// Piles as places: where they point, how much room they have, which key they have.

import type { LayOption, Pile, Rules } from "../protocol";
import { numberOf, rangeOf } from "./cards";

/** The keys of the piles, in their order: the row where the hands rest, and a letter above it that every keyboard has there. */
export const PILE_KEYS = "asdfjkli";

/** A pile's direction as the path of an arrow. */
export const arrow = (up: boolean): string => (up ? "M4 18 18 5M9 5h9v9" : "M4 6l14 13M9 19h9v-9");

/** The number that shows on a pile: its top card's or its base; null on an empty place. */
export const shown = (pile: Pile, top: string | null): number | null =>
  top === null ? pile.base : numberOf(top);

/** How many numbers still lie ahead of a pile, and which share of the way that is. */
export function roomOf(pile: Pile, top: string | null, rules: Rules): { count: number; share: number } {
  const { low, high } = rangeOf(rules);
  const at = shown(pile, top);
  const ahead = rules.deck.numbers.filter((one) => at === null || (pile.up ? one > at : one < at));
  return { count: ahead.length, share: high > low ? ahead.length / rules.deck.numbers.length : 0 };
}

/** The number that would take a pile back by its distance; null where no such card is in the deck. */
export function wayBack(pile: Pile, top: string | null, { trick, deck }: Pick<Rules, "trick" | "deck">): number | null {
  if (top === null || trick.distance === null) return null;
  const back = numberOf(top) + (pile.up ? -trick.distance : trick.distance);
  return deck.numbers.includes(back) ? back : null;
}

/** A lay as a player would say it: "+3", "10 back", "=". */
export type StepWords = { id: string; params: { count: number } };

export function stepOf(option: LayOption): StepWords {
  const back = option.step < 0;
  const id = option.step === 0 ? "same" : back ? "back" : "on";
  return { id: `step.${id}`, params: { count: Math.abs(option.step) } };
}
