// Piles as places: where they point, how far they have come, which key they have.

import type { LayOption, Pile, Rules } from "../protocol";
import { type Range, numberOf, rangeOf } from "./cards";

/** The keys of the piles, in their order: the row where the hands rest, and a letter above it that every keyboard has there. */
export const PILE_KEYS = "asdfjkli";

/** A pile's direction as the path of an arrow. */
export const arrow = (up: boolean): string => (up ? "M4 18 18 5M9 5h9v9" : "M4 6l14 13M9 19h9v-9");

/** The number that shows on a pile: its top card's or its base; null on an empty place. */
export const shown = (pile: Pile, top: string | null): number | null =>
  top === null ? pile.base : numberOf(top);

/** The way ahead of a pile on the line of all numbers, as its arrow points. What may be laid is the server's to say. */
export function wayOf(pile: Pile, top: string | null, { low, high }: Range): { from: number; to: number } {
  const [start, end] = pile.up ? [low, high] : [high, low];
  return { from: shown(pile, top) ?? start, to: end };
}

/** How long that way is: in numbers of the deck, and as a share of the line. */
export function aheadOf(pile: Pile, top: string | null, rules: Rules): { count: number; share: number } {
  const range = rangeOf(rules);
  const { from, to } = wayOf(pile, top, range);
  const isAhead = (one: number): boolean => Math.min(from, to) <= one && one <= Math.max(from, to);
  const count = rules.deck.numbers.filter((one) => isAhead(one) && one !== shown(pile, top)).length;
  return { count, share: Math.abs(to - from) / Math.max(1, range.high - range.low) };
}

/** A lay as a player would say it: "+3", "10 back", "=". */
export type StepWords = { id: string; params: { count: number } };

export function stepOf(option: LayOption): StepWords {
  const back = option.step < 0;
  const id = option.step === 0 ? "same" : back ? "back" : "on";
  return { id: `step.${id}`, params: { count: Math.abs(option.step) } };
}
