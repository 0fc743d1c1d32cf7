// Cards for the pictures of a rule book. They only illustrate the text beside them.

import type { Pile, RuleBook, Rules } from "../../protocol";

/** A card with a number about so far up the deck, in one of the game's colours. */
export function cardAt(share: number, { deck }: Rules, colour = 0): string {
  const number = deck.numbers[Math.round(share * (deck.numbers.length - 1))]!;
  const colours = deck.colours;
  return (colours.length ? colours[colour % colours.length]![0]! : "") + number;
}

/** Two cards of which the second follows the first on such a pile. */
export const followers = (up: boolean, rules: Rules): [string, string] =>
  up ? [cardAt(0.3, rules), cardAt(0.4, rules, 1)] : [cardAt(0.75, rules, 2), cardAt(0.65, rules, 3)];

/** Two cards of which the second goes back on the first: the server's example, or two of a colour. */
export function trickOf({ rules, example }: RuleBook): [string, string] | null {
  const letter = rules.deck.colours[0]?.[0] ?? "";
  if (example) return [letter + example[0], letter + example[1]];
  return rules.trick.same_colour && letter ? [cardAt(0.85, rules), cardAt(0.25, rules)] : null;
}

/** A card on the other side's pile, and one that helps there. */
export const giftOn = (up: boolean, rules: Rules): [string, string] =>
  up ? [cardAt(0.6, rules), cardAt(0.3, rules)] : [cardAt(0.4, rules), cardAt(0.7, rules)];

/** One card of each colour, low to high. */
export const oneOfEach = (rules: Rules): string[] =>
  rules.deck.colours.map((_, place, all) => cardAt((place + 0.5) / all.length, rules, place));

/** The piles of one side. */
export const pilesOf = (piles: readonly Pile[]): readonly Pile[] =>
  piles.filter((pile) => pile.owner === null || pile.owner === 0);

/** Fire cards as they are called in the deck. */
export const fires = ({ fire, deck }: Rules): string[] => fire.map((one) => (deck.colours[0]?.[0] ?? "") + one);

export const PICTURED = ["table", "fits", "trick", "gift", "fire"];
