import { beforeAll, expect, test, vi } from "vitest";
import type { Shown, Table } from "../../src/protocol";
import type { Happening } from "../../src/store/table.svelte";

vi.stubGlobal("document", { documentElement: {} });
const { inBrief, since } = await import("../../src/store/missed");
const { speak } = await import("../../src/words/say.svelte");

const seats = ["Ann", "Ben"].map((name) => ({
  person: name,
  name,
  bot: null,
  away_since: null,
  stand_in: null,
  awaits: null,
}));
const piles = [{ name: "u1", up: true, base: 1, owner: null }];
const table = { me: "Ann", seat: 0, seats, watching: [], piles, rules: { deck: { colours: [] } } } as unknown as Table;

const happening = (event: object | null, followed: readonly object[] = [], key = "k"): Happening => ({
  key,
  shown: { version: 1, event, followed } as unknown as Shown,
  before: table,
});
const lay = (seat: number, card: string) =>
  happening({ type: "moved", at: 0, seat, move: `${card}-u1` }, [
    { type: "laid", seat, card, pile: "u1", kind: "plain", step: 3 },
  ]);

beforeAll(() => speak("en"));

test("what others did is told, and not what one did oneself", () => {
  expect(inBrief([lay(0, "12"), lay(1, "15")], table).sentences).toEqual(["Ben lays 15 on the rising pile: +3."]);
});

test("turns and draws are seen on the table and not told", () => {
  const ended = happening({ type: "moved", at: 0, seat: 1, move: "end" }, [
    { type: "turn-ended", seat: 1 },
    { type: "drawn", seat: 1, count: 2, cards: null },
    { type: "turn-began", seat: 0, minimum: 2 },
  ]);
  expect(inBrief([ended], table).sentences).toEqual([]);
});

test("comings and goings of others are told", () => {
  const away = (person: string) => happening({ type: "went-away", at: 0, person });
  expect(inBrief([away("Ben"), away("Ann")], table).sentences).toEqual(["Ben is away."]);
});

test("what one may not see is passed over", () => {
  expect(inBrief([happening(null)], table).sentences).toEqual([]);
});

test("only the last is told when it was much", () => {
  const brief = inBrief(["11", "12", "13", "14", "15", "16", "17"].map((card) => lay(1, card)), table);
  expect(brief.more).toBe(2);
  expect(brief.sentences).toHaveLength(5);
  expect(brief.sentences.at(-1)).toContain("17");
});

test("since the last thing that was seen", () => {
  const all = ["a", "b", "c"].map((key) => happening(null, [], key));
  expect(since(all, "b").map((one) => one.key)).toEqual(["c"]);
  expect(since(all, "c")).toEqual([]);
  expect(since(all, null)).toEqual(all);
});
