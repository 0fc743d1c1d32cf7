// Finished games from the server, each asked for once.

import type { Player, Replay, Result, Seat, Sight, Table } from "../../protocol";
import { headersOf } from "../../fairness/record";
import { Refusal, get, getText } from "../../socket/http";

const PATIENCE = 2000;
const TRIES = 8;
const known = new Map<string, Promise<Replay>>();

/** A finished game as a seat saw it, or with every hand open; without a seat as the player did. */
export function replayOf(table: string, number: number, seat: number | "open" | null = null): Promise<Replay> {
  const from = seat === null ? "" : seat === "open" ? "&open=true" : `&seat=${seat}`;
  const path = `/api/tables/${encodeURIComponent(table)}/replay?number=${number}${from}`;
  const found = known.get(path) ?? patiently(path);
  known.set(path, found);
  found.catch(() => known.delete(path));
  return found;
}

/** Replays are work for the server, which wants a pause after some. */
async function patiently(path: string): Promise<Replay> {
  for (let tries = 1; ; tries++) {
    try {
      return await get<Replay>(path);
    } catch (why) {
      if (!(why instanceof Refusal) || why.status !== 429 || tries === TRIES) throw why;
      await new Promise((go) => setTimeout(go, PATIENCE));
    }
  }
}

export const recordAt = (table: string, number: number): string =>
  `/api/tables/${encodeURIComponent(table)}/record?number=${number}`;

export const asSeat = (player: Player): Seat => ({ ...player, away_since: null, awaits: null });

/** Who played: as the table remembers it, else as the record does. */
export async function playersOf(table: Table | null, id: string, number: number, end: Sight): Promise<readonly Seat[]> {
  const result: Result | null = table?.result ?? null;
  if (result?.number === number) return result.players.map(asSeat);
  // Of a closed deal there is no record.
  const sealed = end.stocks.some((stock) => stock === null);
  const named = sealed ? null : headersOf(await getText(recordAt(id, number)));
  const count = end.hands.length;
  return Array.from({ length: count }, (_, place) => {
    const found = named?.seats.get(place) ?? table?.seats[place];
    return { person: null, name: found?.name ?? "", bot: found?.bot ?? null, away_since: null, stand_in: null, awaits: null };
  });
}
