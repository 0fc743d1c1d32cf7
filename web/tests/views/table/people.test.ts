import { expect, test } from "vitest";
import type { Seat } from "../../../src/protocol";
import { isFree, withoutScheme } from "../../../src/views/table/people";

const seat = (changes: Partial<Seat>): Seat => ({
  person: null,
  name: "",
  bot: null,
  away_since: null,
  stand_in: null,
  awaits: null,
  ...changes,
});

test("a seat is free if neither a person nor a bot has it", () => {
  expect([seat({}), seat({ person: "a" }), seat({ bot: "careful" })].map(isFree)).toEqual([true, false, false]);
});

test("a link to read out", () => {
  expect(withoutScheme("https://games.example.org/t/abc")).toBe("games.example.org/t/abc");
});
