// The deals of docs/deals.md, which hold everywhere and forever.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type DealRules, dealOf } from "../../src/fairness/deal";
import { RandomNumbers, words } from "../../src/fairness/numbers";

const page = readFileSync(new URL("../../../docs/deals.md", import.meta.url), "utf-8");
const vectors = JSON.parse(/```json\n([^]*?)```/.exec(page)![1]!) as {
  words: Record<string, number[]>;
  below: { seed: string; bound: number; numbers: number[] }[];
  shuffle: { seed: string; count: number; order: number[] }[];
  deals: Record<string, { hands: string[]; stocks: string[]; lot: number | null }>;
};

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, place) => first + place);
const ORIGINAL = { deck: { numbers: upTo(2, 99), colours: [], own: false }, start: "agree" } as const;
const RULES: Record<string, DealRules> = {
  original: { ...ORIGINAL, hands: [[1, 8], [2, 7], [3, 6], [4, 6], [5, 6]] },
  "original-expert-short-hands-on-fire": { ...ORIGINAL, hands: [[1, 7], [2, 6], [3, 5], [4, 5], [5, 5]] },
  "quick-and-easy": {
    deck: { numbers: upTo(1, 10), colours: ["red", "yellow", "green", "blue", "purple"], own: false },
    hands: [[2, 2], [3, 2], [4, 2], [5, 2]],
    start: "agree",
  },
  "face-to-face": { deck: { numbers: upTo(2, 59), colours: [], own: true }, hands: [[2, 6]], start: "lot" },
};

test.each(Object.entries(vectors.words))("the words of %s", (seed, expected) => {
  const stream = words(seed);
  expect(expected.map(() => stream.next().value)).toEqual(expected);
});

test.each(vectors.below)("numbers below $bound", ({ seed, bound, numbers }) => {
  const stream = new RandomNumbers(seed);
  expect(numbers.map(() => stream.below(bound))).toEqual(numbers);
});

test.each(vectors.shuffle)("$count numbers shuffled", ({ seed, count, order }) => {
  expect(new RandomNumbers(seed).shuffle(upTo(0, count - 1))).toEqual(order);
});

describe("deals", () => {
  test.each(Object.entries(vectors.deals))("%s", (code, expected) => {
    const [, name, players, seed] = /^(.+?)-(\d)p-(.+)$/.exec(code)!;
    const deal = dealOf(RULES[name!]!, Number(players), decodeURIComponent(seed!));
    expect(deal.hands.map((hand) => hand.join(" "))).toEqual(expected.hands);
    expect(deal.stocks.map((stock) => stock.join(" "))).toEqual(expected.stocks);
    expect(deal.lot).toBe(expected.lot);
  });
});
