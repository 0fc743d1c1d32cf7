import { expect, test } from "vitest";
import { colourOf, hueOf, notchOf, numberOf, rangeOf, sorted } from "../../src/board/cards";
import { PILE_KEYS, aheadOf, stepOf } from "../../src/board/piles";
import type { LayOption, Rules } from "../../src/protocol";

const numbers = Array.from({ length: 98 }, (_, place) => place + 2);
const rules = { deck: { numbers, colours: [], own: false }, piles: { up: [1, 1], down: [100, 100], own: false } } as unknown as Rules;
const coloured = {
  deck: { numbers: [1, 2, 3], colours: ["red", "blue"], own: false },
  piles: { up: [null], down: [null], own: false },
} as unknown as Rules;

test("a card tells its number and colour", () => {
  expect([numberOf("37"), numberOf("r7"), colourOf("37", rules), colourOf("r7", coloured)]).toEqual([37, 7, "", "red"]);
});

test("cards ten apart have their notch at one place, and only they", () => {
  expect(notchOf("37")).toBe(notchOf("47"));
  expect(notchOf("37")).not.toBe(notchOf("38"));
});

test("the hue travels one way, by even steps", () => {
  const hues = numbers.map((one) => hueOf(String(one), rules));
  const steps = hues.slice(1).map((hue, place) => Math.round((hue - hues[place]!) * 1000));
  expect(new Set(steps).size).toBe(1);
  expect(steps[0]).toBeLessThan(0);
});

test("the range includes the bases, where there are any", () => {
  expect(rangeOf(rules)).toEqual({ low: 1, high: 100 });
  expect(rangeOf(coloured)).toEqual({ low: 1, high: 3 });
});

test("hands are sorted by number, then by colour", () => {
  expect(sorted(["44", "5", "12"], rules)).toEqual(["5", "12", "44"]);
  expect(sorted(["b2", "r3", "r2", "b1"], coloured)).toEqual(["b1", "r2", "b2", "r3"]);
});

test("the way ahead of a pile is counted in numbers of the deck", () => {
  const up = { name: "u1", up: true, base: 1, owner: null };
  const down = { ...up, name: "d1", up: false, base: 100 };
  expect(aheadOf(up, null, rules)).toEqual({ count: 98, share: 1 });
  expect(aheadOf(up, "97", rules)).toEqual({ count: 2, share: 3 / 99 });
  expect(aheadOf(down, "97", rules).count).toBe(95);
});

test.each([
  [3, "step.on", 3],
  [-10, "step.back", 10],
  [0, "step.same", 0],
])("a step of %i", (step, id, count) => {
  expect(stepOf({ step } as LayOption)).toEqual({ id, params: { count } });
});

test("every keyboard has the keys of the piles", () => {
  expect(PILE_KEYS).toMatch(/^[a-z]{8}$/);
  expect(new Set(PILE_KEYS).size).toBe(8);
});
