// One step of a replayed game in words: what was done, what was said, how it ended.

import type { Sight, Table } from "../../protocol";
import { seatName } from "../../words/names";
import { lastMinimum, outcomeText, outcomeTitle } from "../../words/outcome";
import { phraseText } from "../../words/phrases";
import { say } from "../../words/say.svelte";
import { eventTexts } from "../../words/events";
import { saidBetween, stepsBetween } from "./history";

export type Stage = Pick<Table, "rules" | "piles" | "seats" | "seat">;

export function captionsAt(sights: readonly Sight[], place: number, stage: Stage): string[] {
  const sight = sights[place]!;
  const before = sights[place - 1];
  if (!before) return [say("happened.cards-dealt"), ...remarks(sight.talk, stage)];
  const followed = stepsBetween(before, sight);
  // What happened is worded as at the table, where a move comes with what followed from it.
  const shown = { version: 0, event: { type: "moved", at: 0, seat: 0, move: "" }, followed } as const;
  const done = eventTexts({ key: "", shown, before: stage as Table });
  return [...done, ...remarks(saidBetween(before, sight), stage), ...ending(sight, stage)];
}

const remarks = (said: Sight["talk"], stage: Stage): string[] =>
  said.map((one) => say("happened.spoke", { name: seatName(one.seat, stage), text: phraseText(one, stage) }));

function ending(sight: Sight, stage: Stage): string[] {
  const { outcome } = sight;
  if (!outcome) return [];
  return [`${outcomeTitle(outcome, stage)}. ${outcomeText(outcome, stage, lastMinimum(sight))}`];
}
