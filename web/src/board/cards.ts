// How a card looks: the number and colour in its text, its hue, and the place of its notch.

import type { Rules } from "../protocol";

export const numberOf = (card: string): number => Number(card.replace(/^[a-z]/, ""));
const letterOf = (card: string): string => (/^[a-z]/.test(card) ? card[0]! : "");

/** The colour of a card, by its full name; "" in a deck without colours. */
export function colourOf(card: string, rules: Rules): string {
  const letter = letterOf(card);
  return letter ? (rules.deck.colours.find((colour) => colour.startsWith(letter)) ?? "") : "";
}

const COOL = 262;
const WARM = 28;

/** A hue that travels evenly from cool (low) to warm (high). */
export function hueOf(card: string, rules: Rules): number {
  const { low, high } = rangeOf(rules);
  return hueAt(high > low ? (numberOf(card) - low) / (high - low) : 0.5);
}

/** The hue at a share of the way from the lowest number to the highest. */
export const hueAt = (share: number): number => COOL + (WARM - COOL) * share;

/** The place of the last digit, from left to right: cards ten apart carry the notch at one place. */
export const notchOf = (card: string): number => numberOf(card) % 10;

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** From the lowest to the highest number that occurs, bases included. */
export function rangeOf(rules: Rules): Range {
  const bases = [...rules.piles.up, ...rules.piles.down].filter((base) => base !== null);
  const all = [...rules.deck.numbers, ...bases];
  return { low: Math.min(...all), high: Math.max(...all) };
}

/** By number, then by colour. */
export function sorted(cards: readonly string[], rules: Rules): string[] {
  const place = (card: string) => rules.deck.colours.indexOf(colourOf(card, rules));
  return [...cards].sort((a, b) => numberOf(a) - numberOf(b) || place(a) - place(b));
}

/** Symbols that stay apart without colour, for the colours that games use and any others. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  red: "M12 3 21 20H3z",
  yellow: "M12 2l2.9 6.6 7.1.6-5.4 4.7 1.7 7L12 17.1 5.7 20.9l1.7-7L2 9.2l7.1-.6z",
  green: "M4 4h16v16H4z",
  blue: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  purple: "M12 2 22 12 12 22 2 12z",
};
export const FLAME =
  "M12 2c1 4 6 6.5 6 12a6 6 0 0 1-12 0c0-2.6 1.4-4.3 2.6-5.6.3 1.5 1 2.5 2 3C10 8 11 5 12 2z";
export const ANY_SYMBOL = "M7 3h10l5 9-5 9H7l-5-9z";
