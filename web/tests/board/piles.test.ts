import { expect, test } from "vitest";
import { aheadOf, shown, stepOf, wayOf } from "../../src/board/piles";
import type { LayOption, Pile, Rules } from "../../src/protocol";

const pile = (up: boolean, base: number | null = null): Pile => ({ name: "p", up, base, owner: null });
const rules = { deck: { numbers: [1, 2, 3, 4, 5, 6, 7, 8], colours: [] }, piles: { up: [1], down: [9] } } as unknown as Rules;

test("a pile shows its top card or its base, an empty place nothing", () => {
  expect([shown(pile(true, 1), "7"), shown(pile(true, 1), null), shown(pile(true), null)]).toEqual([7, 1, null]);
});

test("the way ahead of a pile points where its arrow does", () => {
  const range = { low: 1, high: 9 };
  expect([wayOf(pile(true), "6", range), wayOf(pile(false), "6", range)]).toEqual([{ from: 6, to: 9 }, { from: 6, to: 1 }]);
  expect([wayOf(pile(true), null, range), wayOf(pile(false, 8), null, range)]).toEqual([{ from: 1, to: 9 }, { from: 8, to: 1 }]);
});

test("how many numbers lie ahead of a pile depends on its direction", () => {
  expect([aheadOf(pile(true), "6", rules).count, aheadOf(pile(false), "6", rules).count]).toEqual([2, 5]);
  expect(aheadOf(pile(true), null, rules).count).toBe(8);
});

test("a step is told as onwards, back, or the same", () => {
  const lay = (step: number) => stepOf({ step } as LayOption).id;
  expect([lay(3), lay(-10), lay(0)]).toEqual(["step.on", "step.back", "step.same"]);
});
