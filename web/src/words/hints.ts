// Hints in words: how good a turn is, and why.

import type { HintChoice, HintReason, Table } from "../protocol";
import { cardName, colourName, pileCalled, seatName } from "./names";
import { percent, say, sayable } from "./say.svelte";

/** A chance nearer than this to 0 or 1 is not shown more exactly: it is an estimate. */
const EDGE = 0.01;
/** Reasons that need no estimate. */
const CERTAIN = new Set(["wins-now", "sure"]);

export function chance({ win }: HintChoice, reasons: readonly HintReason[] = []): string {
  if (reasons.some((reason) => CERTAIN.has(reason.id))) return percent(1);
  if (win < EDGE) return say("hint.below", { chance: percent(EDGE) });
  if (win > 1 - EDGE) return say("hint.above", { chance: percent(1 - EDGE) });
  return percent(win);
}

type NamedThings = Pick<Table, "piles" | "rules" | "seat" | "seats">;

/** Why, as a sentence that names cards, piles and people as this table does. */
export function reason({ id, params }: HintReason, table: NamedThings): string {
  const own = `hint.reason.${id}`;
  const words = Object.entries(params).map(([name, value]) => [name, named(name, value, table)]);
  return sentence(say(sayable(own) ? own : `hints.reason.${id}`, Object.fromEntries(words)));
}

function named(name: string, value: unknown, table: NamedThings): unknown {
  switch (name) {
    case "pile":
      return pileCalled(String(value), table);
    case "card":
    case "first":
    case "second":
      return cardName(String(value), table.rules);
    case "colour":
      return colourName(String(value));
    case "seat":
      return seatName(Number(value), table);
    default:
      return value;
  }
}

const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
