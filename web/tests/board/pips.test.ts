import { describe, expect, test } from "vitest";
import { apart, placePips } from "../../src/board/pips";

const place = (card: string) => Number(card) / 100;

test("cards with room stay where they are, in one row", () => {
  const found = placePips(["80", "10", "40"], place, 0.08);
  expect(found.map(({ card, x, at, row }) => [card, x === at, row])).toEqual([
    ["10", true, 0],
    ["40", true, 0],
    ["80", true, 0],
  ]);
});

test("two neighbours share a place in two rows", () => {
  expect(placePips(["43", "44"], place, 0.08).map(({ row, x, at }) => [row, x === at])).toEqual([
    [0, true],
    [1, true],
  ]);
});

describe.each([0.05, 0.08, 0.12])("each %f wide", (width) => {
  test.each([["92 93 94 97"], ["2 3 4 5 6 7 8 9"], ["95 96 97 98 99"], ["50 51 52 53 54 55"]])("%s", (hand) => {
    const found = placePips(hand.split(" "), place, width);
    expect(found).toHaveLength(hand.split(" ").length);
    for (const row of [0, 1]) {
      const xs = found.filter((pip) => pip.row === row).map((pip) => pip.x);
      const gaps = xs.slice(1).map((x, at) => x - xs[at]!);
      expect(gaps.every((gap) => gap > width - 1e-9)).toBe(true);
      expect(Math.max(...xs)).toBeLessThanOrEqual(1);
    }
  });
});

test("a pip that is pushed over the end comes back", () => {
  expect(apart([0.95, 0.96, 0.97], 0.1).map((x) => x.toFixed(2))).toEqual(["0.80", "0.90", "1.00"]);
});
