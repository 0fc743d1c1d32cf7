// Why the server refused something, in the page's words where its sentence would name a pile by a code.

import type { Table } from "../protocol";
import type { Refusal } from "../socket/http";
import { cardName } from "./names";
import { say, sayable } from "./say.svelte";

/** What the player reads. The reason is the server's; how the pile lies there is what the player sees. */
export function refusalText({ code, params, message }: Refusal, table: Pick<Table, "piles" | "rules"> | null): string {
  const pile = table?.piles.find(({ name }) => name === params["pile"]);
  if (!table || !pile) return message;
  const id = [`turn.unfit.${code}.${pile.up ? "up" : "down"}`, `turn.unfit.${code}`].find(sayable);
  const called = (card: unknown): string => cardName(String(card), table.rules);
  return id ? say(id, { card: called(params["card"]), top: called(params["top"]) }) : message;
}
