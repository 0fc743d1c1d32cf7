// From a seed to a deal, by the procedure of docs/deals.md.

import type { Rules } from "../protocol";
import { RandomNumbers } from "./numbers";

export type DealRules = Pick<Rules, "deck" | "hands" | "start">;
type Cards = readonly string[];

export interface Deal {
  /** Sorted by the order of the deck. */
  readonly hands: readonly Cards[];
  /** The next card first: one stock for all, or one for each seat. */
  readonly stocks: readonly Cards[];
  readonly lot: number | null;
}

/** The deal that this seed gives, everywhere and forever. */
export function dealOf(rules: DealRules, players: number, seed: string): Deal {
  const numbers = new RandomNumbers(seed);
  const deck = deckOf(rules);
  const size = rules.hands.find(([count]) => count === players)?.[1] ?? 0;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const shuffled = (rules.deck.own ? seats : [0]).map(() => numbers.shuffle(deck));
  const first = shuffled[0]!;
  const hands = rules.deck.own
    ? shuffled.map((cards) => cards.slice(0, size))
    : seats.map((seat) => first.slice(seat * size, (seat + 1) * size));
  const stocks = rules.deck.own
    ? shuffled.map((cards) => cards.slice(size))
    : [first.slice(players * size)];
  const lot = rules.start === "lot" ? numbers.below(players) : null;
  return { hands: hands.map((hand) => inOrder(hand, deck)), stocks, lot };
}

/** One deck: colour by colour, each in ascending order. */
export function deckOf({ deck }: DealRules): string[] {
  const letters = deck.colours.length ? deck.colours.map((colour) => colour[0]!) : [""];
  return letters.flatMap((letter) => deck.numbers.map((number) => `${letter}${number}`));
}

const inOrder = (cards: Cards, deck: Cards): Cards =>
  [...cards].sort((a, b) => deck.indexOf(a) - deck.indexOf(b));
