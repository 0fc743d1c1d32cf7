// What happened between two sights of a replayed game.

import type { Said, Sight } from "../../protocol";
import type { Step } from "../../store/steps";

/** The steps after an earlier sight: both hold the running turn and the one before. */
export function stepsBetween(before: Pick<Sight, "recent">, after: Pick<Sight, "recent">): readonly Step[] {
  const known = before.recent.map(text);
  const found = after.recent.map(text);
  for (let gone = 0; gone <= known.length; gone++) {
    const still = known.slice(gone);
    if (still.length <= found.length && still.every((one, place) => one === found[place])) {
      return after.recent.slice(still.length);
    }
  }
  return after.recent;
}

/** A step without what opens at the end. */
function text(step: Step): string {
  return JSON.stringify(step, (key, value: unknown) => (key === "hands" || key === "cards" ? null : value));
}

/** Every step of a game from its deal on. */
export function stepsOf(sights: readonly Pick<Sight, "recent">[]): Step[] {
  return sights.flatMap((sight, place) => (place ? stepsBetween(sights[place - 1]!, sight) : sight.recent));
}

/** What was said since an earlier sight. */
export const saidBetween = (before: Pick<Sight, "talk">, after: Pick<Sight, "talk">): readonly Said[] =>
  after.talk.slice(before.talk.length);
