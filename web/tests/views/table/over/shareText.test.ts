// A result for others.

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Outcome, Rules } from "../../../../src/protocol";
import type { Step } from "../../../../src/store/steps";
import { type Shared, dealCode, rhythm, sharedText, turnsOf } from "../../../../src/views/table/over/shareText";
import { speak } from "../../../../src/words/say.svelte";

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
  return speak("fr");
});

const began = (seat: number): Step => ({ type: "turn-began", seat, minimum: 2 });
const laid = (card: string): Step => ({ type: "laid", seat: 0, card, pile: "u1", kind: "plain", step: 1 });
const back: Step = { type: "taken-back", seat: 0, card: "3", pile: "u1" };

test("turns are counted by what stayed on the piles", () => {
  const steps = [began(0), laid("2"), laid("3"), back, laid("5"), began(1), laid("7"), began(0)];
  expect(turnsOf(steps)).toEqual([2, 1]);
});

test("the rhythm has a block for each turn", () => {
  expect(rhythm([1, 2, 3, 4, 9])).toBe("▂▄▆██");
});

test("no card of the game is in the text", () => {
  const found = readFileSync(new URL("../../../fairness/games.json", import.meta.url), "utf-8");
  const game = (JSON.parse(found) as Record<string, { rules: Rules; steps: Step[] }>)["original"]!;
  const outcome: Outcome = { won: false, winner: null, left: 23, reason: "stuck", excellent: false };
  const shared: Shared = {
    rules: game.rules,
    at: { seats: [], seat: 0, rules: { win: "together" } },
    outcome,
    names: ["Ann", "Ben"],
    turns: turnsOf(game.steps),
    day: "",
    code: "",
    link: "",
  };
  const lines = sharedText(shared).split("\n");
  expect(lines.slice(0, 2)).toEqual(["tenback · The Game", "Ann et Ben\u00a0: 23 cartes restantes"]);
  expect(lines[2]).toMatch(/^[▂▄▆█]+$/);
  expect(lines).toHaveLength(3);
  expect(sharedText({ ...shared, code: "original-2p-oak", link: "http://example.org/" }).split("\n").slice(3)).toEqual([
    "original-2p-oak",
    "http://example.org/",
  ]);
});

test("a deal's code is written as docs/deals.md does", () => {
  expect(dealCode({ name: "original" }, 5, "café")).toBe("original-5p-caf%C3%A9");
  expect(dealCode({ name: "original" }, 1, "it's (a*b)!")).toBe("original-1p-it%27s%20%28a%2Ab%29%21");
});
