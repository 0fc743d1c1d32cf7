// This device's part in a fair deal: a number of its own, committed first and revealed when all have
// committed. It is kept with the server's promise as long as this window is open, so that the deal can
// be checked.

import { digest } from "../fairness/digest";
import type { Table } from "../protocol";
import type { Command } from "../socket/connection";
import { hex } from "../socket/ids";

/** What this device knows by itself of a deal: what the server had promised when it drew its number. */
export interface Promised {
  readonly commitment: string;
  readonly number: string;
}

/** A game: that of a table, counted from 1, as one person there. */
type Place = Pick<Table, "table" | "me" | "number">;

const inMemory = new Map<string, Promised>();
const key = ({ table, me, number }: Place): string => `tenback.deal.${table}.${me}.${number}`;
/** The game whose cards are being dealt is the next one. */
const next = (table: Place): Place => ({ table: table.table, me: table.me, number: table.number + 1 });

/** What this person has to do for the deal now, if anything. */
export function dueFor(table: Table): Command | null {
  const share = table.fair?.shares.find((one) => one.seat === table.seat);
  if (!table.fair || !share || share.left_out) return null;
  const { commitment } = table.fair;
  if (table.stage === "promising" && !share.commitment) {
    const own = kept(next(table)) ?? keep(next(table), { commitment, number: drawn() });
    // A server that commits twice may know our number meanwhile; the check reports it.
    return own.commitment === commitment ? { type: "commit", commitment: digest(own.number) } : null;
  }
  if (table.stage !== "revealing" || share.nonce) return null;
  // Only a number that was promised here: another window may have promised its own.
  const own = kept(next(table));
  const ours = own?.commitment === commitment && share.commitment === digest(own.number);
  return ours ? { type: "reveal", nonce: own.number } : null;
}

/** What this device knows of the deal of a game; null if another device or window took part in it. */
export function promised(game: Place, commitment: string): Promised | null {
  const own = kept(game);
  if (own) return own;
  // The same deal again has the promises of the game before.
  for (let number = game.number - 1; number > 0; number--) {
    const earlier = kept({ ...game, number });
    if (earlier?.commitment === commitment) return earlier;
  }
  return null;
}

const drawn = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

function kept(game: Place): Promised | null {
  const name = key(game);
  const known = inMemory.get(name);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") as Promised | null;
  } catch {
    return null;
  }
}

function keep(game: Place, own: Promised): Promised {
  inMemory.set(key(game), own);
  try {
    sessionStorage.setItem(key(game), JSON.stringify(own));
  } catch {
    // Then a reload leaves this device out of the deal, which the record says.
  }
  return own;
}
