import { expect, test } from "vitest";
import type { Table } from "../../../src/protocol";
import { exitsOf } from "../../../src/views/table/exits";

const seat = (person: string | null, more: object = {}) => ({ person, name: "", bot: person ? null : "careful", away_since: null, stand_in: null, awaits: null, ...more });
const table = (more: object = {}) =>
  ({
    me: "ann", host: "ann", seat: 0, seats: [seat("ann"), seat("ben")], watching: [], resigning: [],
    phase: "playing", resignation: "offers", choices: { may_resign: true }, options: { spectators: true }, ...more,
  }) as unknown as Table;

test("in company one asks the others, and can go without ending anything", () => {
  expect(exitsOf(table(), false)).toEqual(["offer", "watch", "leave", "close"]);
  expect(exitsOf(table({ host: "ben" }), false)).toEqual(["offer", "watch", "leave"]);
  expect(exitsOf(table({ host: "ben", options: { spectators: false } }), false)).toEqual(["offer", "leave"]);
});

test("alone one gives up at once, and leaves no person behind", () => {
  expect(exitsOf(table({ seats: [seat("ann"), seat(null)], resignation: "ends" }), false)).toEqual(["give-up", "discard"]);
});

test("a duel is resigned", () => {
  expect(exitsOf(table({ resignation: "loses" }), false)[0]).toBe("resign");
});

test("no player gives up before the cards are dealt, or while it is being asked about", () => {
  expect(exitsOf(table({ phase: "gathering", choices: null }), false)).toEqual(["watch", "leave", "close"]);
  expect(exitsOf(table({ resigning: [1] }), false)).toEqual(["watch", "leave", "close"]);
});

test("who watches can stop watching, and a stranger just goes", () => {
  const watching = [{ person: "ann", name: "Ann" }];
  const choices = { may_resign: false };
  expect(exitsOf(table({ seat: null, host: "ben", watching, choices }), false)).toEqual(["unwatch"]);
  expect(exitsOf(table({ seat: null, host: "ben", choices: null }), false)).toEqual([]);
});

test("at a shared device no player watches instead", () => {
  expect(exitsOf(table(), true)).toEqual(["offer", "leave", "close"]);
});
