// Whether a table waits for this person.

import type { Table } from "../protocol";

/** Whether this person has to do something now: lay, or say who starts. */
export function isAwaited(table: Pick<Table, "phase" | "seat" | "seats">, turn: number | null | undefined): boolean {
  if (table.seat === null || table.seats[table.seat]?.stand_in) return false;
  return table.phase === "agreeing" || (table.phase === "playing" && turn === table.seat);
}
