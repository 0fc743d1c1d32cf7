// What happened while the player was not looking, in brief.

import type { Table } from "../protocol";
import { eventTexts } from "../words/events";
import type { Step } from "./steps";
import type { Happening } from "./table.svelte";

export interface Brief {
  readonly sentences: readonly string[];
  /** How many more there were before these. */
  readonly more: number;
}

const LONGEST = 5;
const SUMMARISED: ReadonlySet<Step["type"]> = new Set(["laid", "over", "resigned"]);
/** What others do with the table itself is seen at once; only what has passed has to be summarised. */
const SKIPPED = new Set(["cards-dealt", "hint-asked"]);

/** The last of it, as sentences; nothing of what this person has done. */
export function inBrief(missed: readonly Happening[], table: Table): Brief {
  const sentences = missed
    .filter((happening) => isAnothers(happening, table))
    .flatMap(({ key, shown }) => {
      const followed = shown.followed.filter((step) => SUMMARISED.has(step.type));
      return eventTexts({ key, shown: { ...shown, followed }, before: table });
    });
  return { sentences: sentences.slice(-LONGEST), more: Math.max(0, sentences.length - LONGEST) };
}

function isAnothers({ shown: { event } }: Happening, table: Table): boolean {
  if (event === null || SKIPPED.has(event.type)) return false;
  if ("person" in event && event.person === table.me) return false;
  return !("seat" in event) || event.seat === null || event.seat !== table.seat;
}

/** What has happened after the last thing that the player saw. */
export function since(happened: readonly Happening[], last: string | null): readonly Happening[] {
  return happened.slice(happened.findIndex((one) => one.key === last) + 1);
}
