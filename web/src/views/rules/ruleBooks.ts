// Rule books come from the server, in the language of this device.

import type { RuleBook, Table } from "../../protocol";
import { get, post } from "../../socket/http";

/** The rule book of a game: a name, or a variant's TOML. */
export const bookOf = (game: string): Promise<RuleBook> => post<RuleBook>("/api/games/rulebook", { game });

/** The rule book of what is played at a table. */
export async function bookAt(table: string): Promise<RuleBook> {
  const { options } = await get<Table>(`/api/tables/${encodeURIComponent(table)}`);
  return bookOf(options.game);
}
