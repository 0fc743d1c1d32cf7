// What a step of a lesson waits for: seen from the table alone, so that a lost connection loses nothing.

import type { LessonStep, LayOption, Table } from "../../protocol";
import type { Command } from "../../socket/connection";

type Seen = Pick<Table, "seat" | "view" | "choices">;

export const verbOf = (step: LessonStep): string => step.do.split(" ")[0]!;
export const aimOf = (step: LessonStep): string => step.do.split(" ")[1] ?? "";

/** The card that a step wants to be laid. */
function cardOf(step: LessonStep): string | undefined {
  if (verbOf(step) === "lay") return aimOf(step).split("-")[0];
  return step.point.find((point) => point.startsWith("card "))?.slice(5);
}

/** Whether what a step asks for has been done; a step that is only read never is. */
export function isDone(step: LessonStep, { seat, view }: Seen): boolean {
  if (!view || seat === null) return false;
  const begins = view.turn === seat && view.placed.length === 0;
  switch (verbOf(step)) {
    case "start":
      return view.turn !== null;
    case "lay":
    case "trick":
      return !view.hands[seat]?.includes(cardOf(step) ?? "");
    case "end":
      return view.turn !== seat || begins;
    case "watch":
      return begins;
    case "say":
      return view.talk.some((said) => said.seat === seat && said.phrase === aimOf(step));
    default:
      return false;
  }
}

const written = ({ move }: LayOption): string => `${move.card}-${move.pile}`;

/** The lay that a step asks for, if it can be made now. */
export function layFor(step: LessonStep, { choices }: Seen): LayOption | undefined {
  if (verbOf(step) === "trick") return choices?.lays.find((lay) => lay.kind === "trick");
  return choices?.lays.find((lay) => written(lay) === aimOf(step));
}

/** Whether a step lets the learner do this now. Talk changes no game, so it is always free. */
export function allows(step: LessonStep, command: Command, table: Seen): boolean {
  const verb = verbOf(step);
  if (command.type === "start") return verb === "start" && command.seat == null;
  if (command.type !== "play") return true;
  if (command.move === "end") return verb === "end" || verb === "watch";
  const lay = layFor(step, table);
  return lay !== undefined && written(lay) === command.move;
}

/** What does for the learner what a step asks for; laying has a way of its own. */
export function commandFor(step: LessonStep): Command | null {
  switch (verbOf(step)) {
    case "start":
      return { type: "start" };
    case "end":
      return { type: "play", move: "end" };
    case "say":
      return { type: "say", phrase: aimOf(step) };
    default:
      return null;
  }
}
