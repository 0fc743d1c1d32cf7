import { expect, test } from "vitest";
import { wayBack } from "../../src/board/piles";
import type { Pile, Rules } from "../../src/protocol";

const pile = (up: boolean): Pile => ({ name: "p", up, base: null, owner: null });
const rules = (distance: number | null, ...numbers: number[]) =>
  ({ trick: { distance, same_colour: false }, deck: { numbers, colours: [] } }) as unknown as Rules;

test("what takes a pile back is as far away as the rules say, and in the deck", () => {
  const game = rules(3, 1, 2, 3, 4, 5, 6, 7);
  expect([wayBack(pile(true), "7", game), wayBack(pile(false), "2", game)]).toEqual([4, 5]);
  expect(wayBack(pile(true), "4", game)).toBe(1);
  expect(wayBack(pile(true), "3", game)).toBeNull();
  expect(wayBack(pile(true), "7", rules(3, 1, 2, 5, 7))).toBeNull();
});

test("nothing goes back on an empty place, nor where going back goes by colour alone", () => {
  expect(wayBack(pile(true), null, rules(3, 1, 2, 3))).toBeNull();
  expect(wayBack(pile(true), "7", rules(null, 4, 7))).toBeNull();
});
