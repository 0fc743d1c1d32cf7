// From a choice to a table at which the cards are dealt.

import type { OptionsAsked, TableAt } from "../../protocol";
import { post } from "../../socket/http";
import { ensureIdentity } from "../../store/me.svelte";

/** A table where others can come. */
export async function open(options: OptionsAsked): Promise<string> {
  await ensureIdentity();
  return (await post<TableAt>("/api/tables", { options })).table;
}

/** The table with today's deal of a game. */
export async function openDaily(game: string): Promise<string> {
  await ensureIdentity();
  return (await post<TableAt>(`/api/daily/${game}`)).table;
}

/** A table with bots at all other seats; the cards are dealt. */
export async function begin(options: OptionsAsked, bot: string): Promise<string> {
  const table = await open(options);
  return filled(table, async () => {
    for (let seat = 1; seat < options.players; seat++) await send(table, { type: "seat-bot", bot });
  });
}

/** The same table once all players sit there and the cards are dealt. */
export async function filled(table: string, seating: () => Promise<void>): Promise<string> {
  try {
    await seating();
    await send(table, { type: "begin" });
  } catch (why) {
    // A table at which nothing could begin is of no use.
    await send(table, { type: "close" }).catch(() => {});
    throw why;
  }
  return table;
}

export const send = (table: string, command: object, companion = 0): Promise<unknown> =>
  post(`/api/tables/${table}/commands${companion ? `?companion=${companion}` : ""}`, { command });
