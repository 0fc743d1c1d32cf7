import { expect, test } from "vitest";
import type { Shown, Sight, Table } from "../../src/protocol";
import { after, isPlain, moved } from "../../src/store/steps";

const sight: Sight = {
  seat: 0,
  turn: 0,
  hands: [["12", "37", "44"], null],
  hand_sizes: [3, 3],
  stocks: [null],
  stock_sizes: [20],
  tops: ["30", null, "88", null],
  sizes: [1, 0, 1, 0],
  minimum: 2,
  placed: [],
  gift_used: false,
  burning: [],
  known: [[], []],
  outcome: null,
  takebacks: true,
  seed: null,
  talk: [],
  laid: null,
  recent: [],
};
const piles = ["u1", "u2", "d1", "d2"].map((name) => ({
  name,
  up: name.startsWith("u"),
  base: name.startsWith("u") ? 1 : 100,
  owner: null,
}));
const table = { piles, version: 7, view: sight, talk: [], rules: { fire: [] }, choices: {} } as unknown as Table;
const laid = { type: "laid", seat: 0, card: "37", pile: "u1", kind: "plain", step: 7 } as const;

test("a card that is laid leaves the hand and lies on its pile", () => {
  const seen = moved(sight, laid, table);
  expect(seen.hands[0]).toEqual(["12", "44"]);
  expect(seen.hand_sizes).toEqual([2, 3]);
  expect(seen.tops).toEqual(["37", null, "88", null]);
  expect(seen.sizes).toEqual([2, 0, 1, 0]);
  expect(seen.placed).toEqual([{ card: "37", pile: "u1", covers: "30" }]);
});

test("taken back, everything is as it was but for the order of the hand", () => {
  const back = { type: "taken-back", seat: 0, card: "37", pile: "u1" } as const;
  const seen = moved(moved(sight, laid, table), back, table);
  expect([...seen.hands[0]!].sort()).toEqual([...sight.hands[0]!].sort());
  expect({ ...seen, hands: null }).toEqual({ ...sight, hands: null });
});

test("a first card taken back leaves an empty place", () => {
  const first = moved(sight, { ...laid, pile: "u2" }, table);
  expect(moved(first, { type: "taken-back", seat: 0, card: "37", pile: "u2" }, table).tops[1]).toBeNull();
});

test("others' cards stay hidden, and are counted", () => {
  const other = moved(sight, { ...laid, seat: 1, card: "50" }, table);
  expect(other.hands[1]).toBeNull();
  expect(other.hand_sizes).toEqual([3, 2]);
  const drawn = moved(other, { type: "drawn", seat: 1, count: 1, cards: null }, table);
  expect(drawn.hand_sizes).toEqual([3, 3]);
  expect(drawn.stock_sizes).toEqual([19]);
});

test("in a duel everybody draws from a stock of their own", () => {
  const duel = { ...sight, stock_sizes: [40, 41], stocks: [null, null] };
  const seen = moved(duel, { type: "drawn", seat: 1, count: 2, cards: null }, table);
  expect(seen.stock_sizes).toEqual([40, 39]);
});

test("a gift is used once it is given, and free again in the next turn", () => {
  const given = moved(sight, { ...laid, kind: "gift" }, table);
  expect(given.gift_used).toBe(true);
  expect(moved(given, { type: "turn-began", seat: 1, minimum: 2 }, table)).toMatchObject({
    gift_used: false,
    turn: 1,
    placed: [],
  });
});

test("an event brings the table to its version and its choices away", () => {
  const shown = { version: 8, event: { type: "moved" }, followed: [laid] } as unknown as Shown;
  expect(after(table, shown)).toMatchObject({ version: 8, choices: null, view: { tops: ["37", null, "88", null] } });
});

test.each([
  ["a move", {}, { event: { type: "moved" } }, true],
  ["a number that one knows nothing about", {}, { event: null }, true],
  ["a move while something said stands", { talk: [{}] }, { event: { type: "moved" } }, false],
  ["a move where cards burn", { rules: { fire: [22] } }, { event: { type: "moved" } }, false],
  ["somebody sitting down", {}, { event: { type: "sat" } }, false],
  ["the end", {}, { event: { type: "moved" }, followed: [{ type: "over" }] }, false],
])("whether the page can tell what follows: %s", (_, change, shown, plain) => {
  const event = { version: 8, followed: [], ...shown } as unknown as Shown;
  expect(isPlain(event, { ...table, ...change } as Table)).toBe(plain);
});
