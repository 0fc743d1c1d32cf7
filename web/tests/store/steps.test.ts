import { expect, test } from "vitest";
import type { Shown, Sight, Table } from "../../src/protocol";
import { after, guessed, moved, settled } from "../../src/store/steps";
import { news } from "./tables";

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
  backs: [20, null, 98, null],
  moment: 5,
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

test("in a duel each player draws from a stock of their own", () => {
  const duel = { ...sight, stock_sizes: [40, 41], stocks: [null, null] };
  const seen = moved(duel, { type: "drawn", seat: 1, count: 2, cards: null }, table);
  expect(seen.stock_sizes).toEqual([40, 39]);
});

test("a lay that is on its way uses the gift, and its pile has no way back until the server says it", () => {
  expect(guessed(sight, { ...laid, kind: "gift" }, table).gift_used).toBe(true);
  const seen = guessed(sight, laid, table);
  expect([seen.gift_used, seen.tops[0], seen.backs]).toEqual([false, "37", [null, null, 98, null]]);
});

test("an event brings the table to its version", () => {
  const shown = { version: 8, event: { type: "moved" }, followed: [laid] } as unknown as Shown;
  expect(after(table, shown)).toMatchObject({ version: 8, view: { tops: ["37", null, "88", null] } });
});

const said = { type: "spoke", at: 9, seat: 1, person: "b", phrase: "tight", text: "" };
const shown = (event: object, followed: readonly object[] = []) => ({ version: 8, event, followed }) as unknown as Shown;

test("what a seat says is kept with its moment, what a spectator says is not part of the game", () => {
  expect(after(table, shown(said)).view!.talk).toEqual([{ moment: 5, seat: 1, phrase: "tight", text: "" }]);
  expect(after(table, shown({ ...said, seat: null })).view!.talk).toEqual([]);
  expect(after(table, shown({ type: "moved", at: 9 }, [laid])).view!.moment).toBe(6);
});

test("the running turn and the one before are remembered", () => {
  const began = (seat: number) => ({ type: "turn-began", seat, minimum: 2 });
  const first = after(table, shown({ type: "moved", at: 9 }, [laid, began(1)]));
  const second = after(first, shown({ type: "moved", at: 9 }, [began(0), laid]));
  expect(second.view!.recent).toEqual([began(1), began(0), laid]);
  expect(after(second, shown({ type: "moved", at: 9 }, [began(1)])).view!.recent).toEqual([began(0), laid, began(1)]);
});

test("where the table has a memory aid, the cards on the piles are kept", () => {
  const duel = { ...sight, laid: [["3"], ["9"]] };
  const seen = moved(duel, { ...laid, seat: 1 }, table);
  expect(seen.laid).toEqual([["3"], ["9", "37"]]);
  expect(moved(seen, { type: "taken-back", seat: 1, card: "37", pile: "u1" }, table).laid).toEqual([["3"], ["9"]]);
});

test("what one can do comes with the news where it is different", () => {
  const choices = { lays: [], may_resign: true } as unknown as Table["choices"];
  expect(settled(table, news([])).choices).toBe(table.choices);
  expect(settled(table, news([], null, { choices: choices! })).choices).toBe(choices);
});

test("what only the rules can tell comes with the news", () => {
  const burning = [{ pile: "u1", seat: 1 }];
  const changes = { host: null, view: { burning, backs: [27, null, 98, null] } };
  const found = settled(table, news([], null, { changes }));
  expect(found).toMatchObject({ host: null, view: { burning, backs: [27, null, 98, null], tops: sight.tops } });
  expect(settled({ ...table, view: null }, news([], null, { changes })).view).toBeNull();
  expect(settled(table, news([], null, { changes, table: { ...table, version: 9 } }))).toEqual({ ...table, version: 9 });
});
