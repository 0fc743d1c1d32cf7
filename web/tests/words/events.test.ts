import { beforeAll, expect, test } from "vitest";
import type { Table } from "../../src/protocol";
import type { Happening } from "../../src/store/table.svelte";
import { speak } from "../../src/words/say.svelte";
import { eventLines, eventTexts } from "../../src/words/events";

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
  return speak("en");
});

const before = {
  me: "p0",
  seat: 0,
  seats: ["Ann", "Ben"].map((name, place) => ({ person: `p${place}`, name, bot: null, away_since: null, stand_in: null, awaits: null })),
  watching: [],
  piles: [{ name: "u1", up: true, base: 1, owner: null }],
  rules: { deck: { numbers: [2, 99], colours: [] } },
} as unknown as Table;
const happening = (event: object | null, ...followed: object[]) =>
  ({ key: "k", before, shown: { version: 1, event, followed } }) as unknown as Happening;
const moved = { type: "moved", at: 0, seat: 1, move: "37-u1" };
const laid = { type: "laid", seat: 1, card: "37", pile: "u1", kind: "trick", step: -10 };

test("a trick is told as one", () => {
  expect(eventLines(happening(moved, laid))).toEqual([
    { kind: "trick", text: "Ben lays 37 on the rising pile, a trick: 10 back." },
  ]);
});

test("one's own draw is told with the cards, another's by number", () => {
  expect(eventTexts(happening(moved, { type: "drawn", seat: 0, count: 2, cards: ["5", "9"] }))).toEqual(["You draw 5 and 9."]);
  expect(eventTexts(happening(moved, { type: "drawn", seat: 1, count: 2, cards: null }))).toEqual(["Ben draws 2 cards."]);
});

test("whose turn it is and what was said", () => {
  expect(eventLines(happening(moved, { type: "turn-began", seat: 0, minimum: 2 }))).toEqual([{ kind: "turn", text: "Your turn." }]);
  const spoke = { type: "spoke", at: 0, seat: 1, person: "p1", phrase: "thanks", text: "" };
  expect(eventLines(happening(spoke))).toEqual([{ kind: "talk", text: "Ben: Thanks." }]);
});

test("a bot that gets ready, and one that is", () => {
  const waits = { type: "bot-replaced", at: 5, seat: 1, bot: "careful", awaits: { bot: "strong", ready_at: 13.2 } };
  expect(eventTexts(happening(waits))).toEqual(["Strong is getting ready, about 9 s more; Careful plays until then."]);
  const ready = { type: "bot-replaced", at: 14, seat: 1, bot: "strong", awaits: null };
  const awaiting = { ...before, seats: before.seats.map((seat) => ({ ...seat, person: null, bot: "careful", awaits: waits.awaits })) };
  expect(eventTexts({ ...happening(ready), before: awaiting })).toEqual(["Strong takes a seat."]);
  expect(eventTexts(happening(ready))).toEqual(["Strong plays for Ben."]);
});

test.each([
  [{ type: "left", person: "p0" }, "You have left.", "Ann has left."],
  [{ type: "went-away", person: "p0" }, "You are away.", "Ann is away."],
  [{ type: "came-back", person: "p0" }, "You are back.", "Ann is back."],
  [{ type: "host-passed", person: "p0" }, "You are the host now.", "Ann is the host now."],
  [{ type: "sat", person: "p0", name: "Ann" }, "You sit down.", "Ann sits down."],
  [{ type: "watched", person: "p0", name: "Ann" }, "You are watching.", "Ann is watching."],
  [{ type: "renamed", person: "p0", name: "Anna" }, "You are now called Anna.", "Ann is now called Anna."],
  [{ type: "seat-removed", seat: 0 }, "Your seat is free.", "Ann’s seat is free."],
  [{ type: "stood-in", seat: 0, bot: "own-bot" }, "own-bot plays for you.", "own-bot plays for Ann."],
  [{ type: "started", seat: 0 }, "You start.", "Ann starts."],
  [{ type: "hint-asked", seat: 0 }, "You ask for a hint.", "Ann asks for a hint."],
  [{ type: "resign-agreed", seat: 0 }, "You would like to give up.", "Ann would like to give up."],
  [{ type: "resign-refused", seat: 0 }, "You want to play on.", "Ann wants to play on."],
  [{ type: "resigned", seat: 0 }, "You give up.", "Ann gives up."],
])("oneself is spoken to, others are spoken of: %o", (event, mine, theirs) => {
  const other = happening(event);
  expect(eventTexts(happening(event))).toEqual([mine]);
  expect(eventTexts({ ...other, before: { ...before, me: "p1", seat: 1 } })).toEqual([theirs]);
});

test.each([
  [{ ...laid, seat: 0 }, "You lay 37 on the rising pile, a trick: 10 back."],
  [{ ...laid, seat: 0, kind: "plain", step: 3 }, "You lay 37 on the rising pile: +3."],
  [{ ...laid, seat: 0, kind: "gift", step: 3 }, "You lay 37 on the rising pile, a gift: +3."],
  [{ type: "taken-back", seat: 0, card: "37", pile: "u1" }, "You take 37 back."],
])("one's own moves: %o", (step, text) => {
  expect(eventTexts(happening({ ...moved, seat: 0 }, step))).toEqual([text]);
});

test("what one does not know about is not told", () => {
  expect(eventTexts(happening(null))).toEqual([]);
});
