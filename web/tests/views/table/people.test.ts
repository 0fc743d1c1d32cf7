import { expect, test } from "vitest";
import type { Seat } from "../../../src/protocol";
import { isFree, peopleOf, spoken } from "../../../src/views/table/people";

const seat = (changes: Partial<Seat>): Seat => ({
  person: null,
  name: "",
  bot: null,
  away_since: null,
  stand_in: null,
  ...changes,
});

test("a seat is free if neither a person nor a bot has it", () => {
  expect([seat({}), seat({ person: "a" }), seat({ bot: "careful" })].map(isFree)).toEqual([true, false, false]);
});

test("bots and people who are played for do not have to agree", () => {
  const seats = [seat({ person: "a" }), seat({ person: "b", stand_in: "careful" }), seat({ bot: "master" }), seat({})];
  expect(peopleOf({ seats })).toBe(1);
});

test("a link to read out", () => {
  expect(spoken("https://games.example.org/t/abc")).toBe("games.example.org/t/abc");
});
