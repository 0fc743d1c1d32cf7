// How games end, by the ids of their words.

import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/protocol";
import { type At, lastMinimum, markOf, outcomeText, outcomeTitle } from "../../src/words/outcome";

const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  won: false,
  winner: null,
  left: 23,
  reason: "stuck",
  excellent: false,
  ...changes,
});
const seats = ["Ann", "Ben"].map((name) => ({ person: name, name, bot: null, away_since: null, stand_in: null, awaits: null }));
const team: At = { seats, seat: 0, rules: { win: "together" } };
const duel = (seat: number | null): At => ({ seats, seat, rules: { win: "first" } });

describe("a team", () => {
  test.each([
    [outcome({ won: true, left: 0, reason: "finished" }), "beaten", "outcome.finished"],
    [outcome(), "stuck", "outcome.stuck_at outcome.left"],
    [outcome({ won: true, left: 0, reason: "finished", excellent: true }), "beaten", "outcome.finished"],
    [outcome({ left: 9, excellent: true }), "excellent", "outcome.stuck_at outcome.left_excellent"],
    [outcome({ left: 3, reason: "fire" }), "fire", "outcome.fire outcome.left"],
    [outcome({ left: 50, reason: "resigned" }), "resigned", "outcome.resigned outcome.left"],
  ])("%o", (ended, mark, text) => {
    expect(markOf(ended, team)).toBe(mark);
    expect(outcomeTitle(ended, team)).toBe(`over.title.${mark}`);
    expect(outcomeText(ended, team, 2)).toBe(text);
  });

  test("without the minimum it is told less exactly", () => {
    expect(outcomeText(outcome(), team)).toBe("outcome.stuck outcome.left");
  });
});

describe("a duel", () => {
  const finished = outcome({ won: true, winner: 1, reason: "finished" });
  const stuck = outcome({ won: true, winner: 1, reason: "stuck" });

  test("is won by a seat, not by all players", () => {
    expect([0, 1, null].map((seat) => markOf(finished, duel(seat)))).toEqual(["lost", "won", "seen"]);
  });

  test("tells who laid all cards, or who could not go on", () => {
    const texts = (ended: Outcome, minimum: number | null) =>
      [0, 1, null].map((seat) => outcomeText(ended, duel(seat), minimum).replace("over.duel.", ""));
    expect(texts(finished, 2)).toEqual(["finished.other", "finished.mine", "finished.other"]);
    expect(texts(stuck, 2)).toEqual(["stuck_at.mine", "stuck_at.other", "stuck_at.other"]);
    expect(texts(stuck, null)).toEqual(["stuck.mine", "stuck.other", "stuck.other"]);
  });

  test("few cards left are nothing special there", () => {
    expect(markOf(outcome({ won: true, winner: 1, left: 3, excellent: true }), duel(0))).toBe("lost");
  });
});

test("the last turn tells how many cards were needed", () => {
  const began = (minimum: number) => ({ type: "turn-began", seat: 0, minimum }) as const;
  expect(lastMinimum({ recent: [began(2), began(1), { type: "turn-ended", seat: 0 }] })).toBe(1);
  expect(lastMinimum({ recent: [] })).toBeNull();
});
