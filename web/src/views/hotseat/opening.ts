// A table for several people at one device: everybody sits down, and the cards are dealt.

import type { Me, TableAt } from "../../protocol";
import { post } from "../../socket/http";
import { beSomebody } from "../../store/me.svelte";
import { filled, send } from "../home/opening";

/** `names` in the order of the seats; the first is whose browser it is. */
export async function open(game: string, names: readonly string[]): Promise<string> {
  const me: Me = await beSomebody();
  const { table } = await post<TableAt>("/api/tables", { options: { game, players: names.length } });
  return filled(table, async () => {
    if (names[0] !== me.name) await send(table, { type: "rename", name: names[0] });
    for (let seat = 1; seat < names.length; seat++) await send(table, { type: "sit", name: names[seat], seat }, seat);
  });
}
