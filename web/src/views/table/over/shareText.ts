// A finished game as a text that spoils nothing: who, which game, how it went, the rhythm of its turns.

import type { Outcome, Rules } from "../../../protocol";
import type { Step } from "../../../store/steps";
import { gameName } from "../../../words/names";
import { type At, markOf, outcomeTitle } from "../../../words/outcome";
import { list, say } from "../../../words/say.svelte";

export interface Shared {
  readonly rules: Rules;
  readonly at: At;
  readonly outcome: Outcome;
  readonly names: readonly string[];
  /** How many cards each turn laid. */
  readonly turns: readonly number[];
  readonly day: string;
  readonly code: string;
  readonly link: string;
}

/** How many cards were laid in each turn, taken-back ones not counted. */
export function turnsOf(steps: readonly Step[]): number[] {
  const turns: number[] = [];
  for (const step of steps) {
    const last = turns.length - 1;
    if (step.type === "turn-began") turns.push(0);
    else if (step.type === "laid" && last >= 0) turns[last]!++;
    else if (step.type === "taken-back" && last >= 0) turns[last]!--;
  }
  return turns.filter((count) => count > 0);
}

const BLOCKS = "▂▄▆█";

/** A little block for each turn, as high as it laid cards. */
export const rhythm = (turns: readonly number[]): string =>
  turns.map((count) => BLOCKS[Math.min(count, BLOCKS.length) - 1]).join("");

/** The result in one line. */
export function resultLine({ outcome, at }: Pick<Shared, "outcome" | "at">): string {
  const mark = markOf(outcome, at);
  if (at.rules.win === "first") return outcomeTitle(outcome, { ...at, seat: null });
  if (mark === "beaten") return say("share.beaten");
  return say(mark === "excellent" ? "share.excellent" : "share.left", { count: outcome.left });
}

export function sharedText(shared: Shared): string {
  const { rules, names, turns, day, code, link } = shared;
  return [
    ["tenback", gameName(rules.name), day].filter(Boolean).join(" · "),
    say("talk.by", { names: list(names), text: resultLine(shared) }),
    rhythm(turns),
    code,
    link,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The code of a deal, as docs/deals.md writes it. */
export function dealCode(rules: Pick<Rules, "name">, players: number, seed: string): string {
  const quoted = encodeURIComponent(seed).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${rules.name}-${players}p-${quoted}`;
}
