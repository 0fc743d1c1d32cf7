// A table for several people at one device: all players sit down, and the cards are dealt.

import type { Me, TableAt } from "../../protocol";
import { post } from "../../socket/http";
import { ensureIdentity } from "../../store/me.svelte";
import { filled, send } from "../home/newTable";

/** `names` in the order of the seats; the first is whose browser it is. */
export async function open(game: string, names: readonly string[]): Promise<string> {
  const me: Me = await ensureIdentity();
  const { table } = await post<TableAt>("/api/tables", { options: { game, players: names.length } });
  return filled(table, async () => {
    if (names[0] !== me.name) await send(table, { type: "rename", name: names[0] });
    for (let seat = 1; seat < names.length; seat++) await send(table, { type: "sit", name: names[seat], seat }, seat);
  });
}
