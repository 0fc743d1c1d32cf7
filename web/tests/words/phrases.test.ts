import { beforeAll, expect, test } from "vitest";
import { gathered, initial, phraseOf, phraseShort, phraseText, saidBy, sayables, unsay, wishOf } from "../../src/words/phrases";
import { speak } from "../../src/words/say.svelte";
import type { Table } from "../../src/protocol";

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
  return speak("en");
});

const seat = (name: string, bot: string | null = null) => ({ person: null, name, bot, away_since: null, stand_in: null, awaits: null });
const table = {
  seat: 0,
  seats: [seat("Ann"), seat("Mia"), seat("", "master"), seat("Ben")],
  piles: [
    { name: "u1", up: true, base: 1, owner: null },
    { name: "d1", up: false, base: 100, owner: null },
  ],
  phrases: ["leave:u1", "leave:d1", "go:u1", "high:red", "colour:red", "tight", "start", "not-me", "thanks"],
} as unknown as Table;

test("a phrase, what it is about, and whether it is taken back", () => {
  expect(phraseOf("leave:u1")).toEqual({ said: "leave:u1", id: "leave", subject: "u1", unsaid: false });
  expect(phraseOf(unsay("tight"))).toEqual({ said: "tight", id: "tight", subject: "", unsaid: true });
});

test("what can be said lies at its pile, at its colour, or alone; who starts has buttons of its own", () => {
  const can = sayables(table);
  expect(can.piles.get("u1")?.map((one) => one.said)).toEqual(["leave:u1", "go:u1"]);
  expect(can.colours.get("red")?.map((one) => one.id)).toEqual(["high", "colour"]);
  expect(can.alone.map((one) => one.said)).toEqual(["tight", "thanks"]);
});

test("a silent table has nothing to say", () => {
  const can = sayables({ ...table, phrases: [] });
  expect([can.piles.size, can.colours.size, can.alone.length]).toEqual([0, 0, 0]);
});

test("what stands is shown once, with all players who said it", () => {
  const standing = [
    { seat: 1, phrase: "leave", subject: "u1", moment: 1 },
    { seat: 2, phrase: "go", subject: "u1", moment: 1 },
    { seat: 3, phrase: "leave", subject: "u1", moment: 2 },
  ];
  expect(gathered(standing).map(({ said, seats }) => [said, seats])).toEqual([
    ["leave:u1", [1, 3]],
    ["go:u1", [2]],
  ]);
  expect(saidBy({ seat: 0, phrase: "tight", subject: "", moment: 0 })).toBe("tight");
});

test("a seat in a letter, with its number where two have the same", () => {
  expect(initial(3, table)).toBe("B");
  expect(initial(1, table)).toBe("M2");
  expect(initial(2, table)).toBe("M3");
});

test("phrases in words", () => {
  expect(phraseText({ phrase: "leave:u1", text: "" }, table)).toBe("Please leave the rising pile alone.");
  expect(phraseText({ phrase: "unsay:tight", text: "" }, table)).toBe("No longer: It's getting tight for me.");
  expect(phraseText({ phrase: "", text: "<b>hello" }, table)).toBe("<b>hello");
  expect(phraseShort({ id: "high", subject: "red" })).toBe("high red");
});

test("who would start, and who would rather not", () => {
  const talk = [
    { seat: 0, phrase: "tight", subject: "", moment: 1 },
    { seat: 1, phrase: "not-me", subject: "", moment: 1 },
    { seat: 0, phrase: "start", subject: "", moment: 2 },
  ];
  expect([0, 1, 2, null].map((seat) => wishOf(seat, talk))).toEqual(["start", "not-me", undefined, undefined]);
});
