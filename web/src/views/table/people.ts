// Small questions about who is at a table.

import type { Seat, Table } from "../../protocol";

/** Whether cards are dealt and the game is not over. */
export const isRunning = (table: Pick<Table, "phase">): boolean =>
  table.phase === "playing" || table.phase === "agreeing";

export const isFree = (seat: Seat): boolean => !seat.person && !seat.bot;

/** A link in a form that people can read out and type: without the scheme. */
export const withoutScheme = (link: string): string => link.replace(/^https?:\/\//, "");
