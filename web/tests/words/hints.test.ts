import { beforeAll, expect, test } from "vitest";
import type { Table } from "../../src/protocol";
import { chance, reason } from "../../src/words/hints";
import { speak } from "../../src/words/say.svelte";

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
});

const table = {
  seat: 0,
  seats: ["Ann", "Ben"].map((name) => ({ person: name, name, bot: null, away_since: null, stand_in: null, awaits: null })),
  piles: [1, 2].map((place) => ({ name: `u${place}`, up: true, base: 1, owner: null })),
  rules: { deck: { numbers: [2, 99], colours: ["red"] }, piles: { up: [1, 1], down: [] } },
} as unknown as Table;
const choice = (win: number) => ({ moves: [], win, progress: 1 });

test("chances are whole percents, and at the edges no more than that", async () => {
  await speak("en");
  expect(chance(choice(0.624))).toBe("62%");
  expect(chance(choice(0.001))).toBe("below 1%");
  expect(chance(choice(1))).toBe("above 99%");
  expect(chance(choice(1), [{ id: "wins-now", params: {} }])).toBe("100%");
});

test("reasons name piles, cards, colours and people as the table does", async () => {
  await speak("en");
  expect(reason({ id: "asked", params: { pile: "u2", seat: 1 } }, table)).toBe(
    "It leaves rising pile 2 alone, as Ben asked.",
  );
  expect(reason({ id: "keeps-colour", params: { card: "r7", pile: "u1", colour: "red" } }, table)).toBe(
    "It keeps red 7 for the trick on rising pile 1, red on red.",
  );
  expect(reason({ id: "draws-more", params: { count: 1, other: 0 } }, table)).toBe("It draws 1 card instead of 0.");
});

test("a sentence begins with a capital in every language", async () => {
  await speak("fr");
  expect(reason({ id: "asked", params: { pile: "u2", seat: 1 } }, table)).toMatch(/^La pile montante 2 /);
});
