// How a game ended, in words, as `tenback.words` words it; in a duel with names instead of seats.

import type { Outcome, Rules, Sight } from "../protocol";
import { type Named, seatName } from "./names";
import { say } from "./say.svelte";

/** What a game is marked with: the team's mark, or who won a duel. */
export type Mark = "beaten" | "excellent" | "stuck" | "fire" | "resigned" | "won" | "lost" | "seen";

type Ended = Pick<Outcome, "won" | "winner" | "left" | "reason" | "excellent">;
export interface At extends Named {
  readonly rules: Pick<Rules, "win">;
}

export function markOf(outcome: Ended, at: Pick<At, "rules" | "seat">): Mark {
  if (at.rules.win === "first") {
    return at.seat === null ? "seen" : at.seat === outcome.winner ? "won" : "lost";
  }
  if (outcome.won) return "beaten";
  if (outcome.excellent) return "excellent";
  return outcome.reason === "finished" ? "beaten" : outcome.reason;
}

/** The result in a word or two. */
export function outcomeTitle(outcome: Ended, at: At): string {
  return say(`over.title.${markOf(outcome, at)}`, { name: seatName(outcome.winner ?? 0, at) });
}

/** What happened and why. `minimum`: how many cards the last turn needed, where that is known. */
export function outcomeText(outcome: Ended, at: At, minimum: number | null = null): string {
  const exact = outcome.reason === "stuck" && !!minimum;
  const why = exact ? "stuck_at" : outcome.reason;
  if (at.rules.win === "first") return duelText(outcome, at, why, minimum);
  const reason = say(`outcome.${why}`, { count: minimum });
  if (outcome.won) return reason;
  const left = markOf(outcome, at) === "excellent" ? "left_excellent" : "left";
  return `${reason} ${say(`outcome.${left}`, { count: outcome.left })}`;
}

/** How many cards the last turn of a finished game needed, as far as it is known. */
export function lastMinimum({ recent }: Pick<Sight, "recent">): number | null {
  const began = recent.findLast((step) => step.type === "turn-began");
  return began?.type === "turn-began" ? began.minimum : null;
}

/** Who laid all cards, or who could not go on: the reader, or another player by name. */
function duelText(outcome: Ended, at: At, why: string, minimum: number | null): string {
  const winner = outcome.winner ?? 0;
  const about = outcome.reason === "finished" ? winner : 1 - winner;
  const side = about === at.seat ? "mine" : "other";
  return say(`over.duel.${why}.${side}`, { name: seatName(about, at), count: minimum });
}
