// What happened between two sights.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Said, Sight } from "../../../src/protocol";
import { saidBetween, stepsBetween, stepsOf } from "../../../src/views/replay/history";

type Kept = Record<string, { recent: Pick<Sight, "recent">[]; steps: Sight["recent"] }>;
const GAMES = JSON.parse(
  readFileSync(new URL("../../fairness/games.json", import.meta.url), "utf-8"),
) as Kept;

test.each(Object.keys(GAMES))("the sights of %s add up to what happened", (name) => {
  const { recent, steps } = GAMES[name]!;
  const found = stepsOf(recent.slice(0, 6));
  expect(found.length).toBeGreaterThan(6);
  expect(found).toEqual(steps.slice(0, found.length));
});

test.each(Object.keys(GAMES))("the end of %s opens hands and draws, and is found all the same", (name) => {
  const [, before, last] = GAMES[name]!.recent.slice(-3);
  const found = stepsBetween(before!, last!);
  expect(found.at(-1)!.type).toBe("over");
  expect(found.length).toBeLessThan(last!.recent.length);
});

test("the same sight again tells nothing", () => {
  const sight = GAMES["original"]!.recent[5]!;
  expect(stepsBetween(sight, sight)).toEqual([]);
});

test("what was said since", () => {
  const said = (moment: number): Said => ({ moment, seat: 0, phrase: "start", text: "" });
  expect(saidBetween({ talk: [said(0)] }, { talk: [said(0), said(2)] })).toEqual([said(2)]);
});
