import { expect, test } from "vitest";
import type { Table } from "../../../src/protocol";
import { waysOut } from "../../../src/views/table/leaving";

const seat = (person: string | null, more: object = {}) => ({ person, name: "", bot: person ? null : "careful", away_since: null, stand_in: null, ...more });
const table = (more: object = {}) =>
  ({
    me: "ann", host: "ann", seat: 0, seats: [seat("ann"), seat("ben")], watching: [], resigning: [],
    phase: "playing", rules: { win: "all" }, options: { spectators: true }, ...more,
  }) as unknown as Table;

test("in company one asks the others, and can go without ending anything", () => {
  expect(waysOut(table(), false)).toEqual(["offer", "watch", "leave", "close"]);
  expect(waysOut(table({ host: "ben" }), false)).toEqual(["offer", "watch", "leave"]);
  expect(waysOut(table({ host: "ben", options: { spectators: false } }), false)).toEqual(["offer", "leave"]);
});

test("alone one gives up at once, and nobody is left behind", () => {
  expect(waysOut(table({ seats: [seat("ann"), seat(null)] }), false)).toEqual(["give-up", "discard"]);
});

test("a duel is resigned", () => {
  expect(waysOut(table({ rules: { win: "first" } }), false)[0]).toBe("resign");
});

test("nobody gives up before the cards are dealt, or while it is being asked about", () => {
  expect(waysOut(table({ phase: "gathering" }), false)).toEqual(["watch", "leave", "close"]);
  expect(waysOut(table({ resigning: [1] }), false)).toEqual(["watch", "leave", "close"]);
});

test("who watches can stop watching, and a stranger just goes", () => {
  const watching = [{ person: "ann", name: "Ann" }];
  expect(waysOut(table({ seat: null, host: "ben", watching }), false)).toEqual(["unwatch"]);
  expect(waysOut(table({ seat: null, host: "ben" }), false)).toEqual([]);
});

test("at a shared device nobody watches instead", () => {
  expect(waysOut(table(), true)).toEqual(["offer", "leave", "close"]);
});
