// The player's running games, and what is going on there.

import type { MyTable } from "../../protocol";
import { isAwaited } from "../../store/isAwaited";

const RUNNING = new Set(["gathering", "dealing", "agreeing", "playing"]);

export const isMyTurn = (table: MyTable): boolean => isAwaited(table, table.turn);

/** Games that are not over; those that wait for this person first. */
export function running(tables: readonly MyTable[]): MyTable[] {
  return tables
    .filter((table) => RUNNING.has(table.phase))
    .sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.since - a.since);
}

/** What happens there: the id of the words, and whose turn it is. */
export function stateOf(table: MyTable): { id: string; seat: number | null } {
  if (table.phase !== "playing") return { id: table.phase, seat: null };
  if (isMyTurn(table)) return { id: "your-turn", seat: table.seat };
  return { id: "turn", seat: table.turn };
}
