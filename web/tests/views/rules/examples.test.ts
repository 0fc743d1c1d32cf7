import { expect, test } from "vitest";
import type { Pile, RuleBook, Rules } from "../../../src/protocol";
import { cardAt, fires, followers, giftOn, oneOfEach, pilesOf, trickOf } from "../../../src/views/rules/examples";

const rules = (numbers: number[], colours: string[] = [], same_colour = false): Rules =>
  ({ deck: { numbers, colours }, trick: { distance: null, same_colour }, fire: [2] }) as unknown as Rules;

const PLAIN = rules(Array.from({ length: 98 }, (_, place) => place + 2));
const COLOURED = rules([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], ["red", "blue"], true);
const TINY = rules([1, 2]);

test("cards are in the deck", () => {
  expect(cardAt(0, PLAIN)).toBe("2");
  expect(cardAt(1, PLAIN)).toBe("99");
  expect(cardAt(1, COLOURED, 3)).toBe("b10");
});

test.each([PLAIN, COLOURED])("what follows goes on, a gift goes back", (game) => {
  const value = (card: string) => Number(card.replace(/\D/, ""));
  for (const [up, sign] of [[true, 1], [false, -1]] as const) {
    const [top, card] = followers(up, game).map(value);
    expect(Math.sign(card! - top!)).toBe(sign);
    const [theirs, gift] = giftOn(up, game).map(value);
    expect(Math.sign(gift! - theirs!)).toBe(-sign);
  }
});

test("tricks: the server's example, two of a colour, or none", () => {
  const book = (game: Rules, example: [number, number] | null) => ({ rules: game, example }) as unknown as RuleBook;
  expect(trickOf(book(PLAIN, [56, 46]))).toEqual(["56", "46"]);
  const [top, card] = trickOf(book(COLOURED, null))!;
  expect([top[0], card[0]]).toEqual(["r", "r"]);
  expect(top).not.toBe(card);
  expect(trickOf(book(TINY, null))).toBeNull();
});

test("one card of each colour, and the fires", () => {
  expect(oneOfEach(COLOURED).map((card) => card[0])).toEqual(["r", "b"]);
  expect(oneOfEach(PLAIN)).toEqual([]);
  expect(fires(PLAIN)).toEqual(["2"]);
  expect(fires(COLOURED)).toEqual(["r2"]);
});

test("the piles of one side", () => {
  const pile = (name: string, owner: number | null) => ({ name, owner }) as Pile;
  expect(pilesOf([pile("u1", 0), pile("u2", 1)]).map((one) => one.name)).toEqual(["u1"]);
  expect(pilesOf([pile("u1", null), pile("u2", null)])).toHaveLength(2);
});
