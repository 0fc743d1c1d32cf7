// What happened in the running game before this page looked.

import type { EventsAfter, Table } from "../protocol";
import { get } from "../socket/http";
import type { Happening, TableStore } from "./table.svelte";

const FAR = 300;

/** The running game only: from its deal on. */
export function ofThisGame(happened: readonly Happening[]): readonly Happening[] {
  const deal = happened.findLastIndex((one) => one.shown.event?.type === "cards-dealt");
  return deal < 0 ? happened : happened.slice(deal);
}

export class GameHistory {
  private earlier = $state.raw<readonly Happening[]>([]);
  readonly happened = $derived.by(() => ofThisGame([...this.earlier, ...this.store.happened]));

  constructor(private readonly store: TableStore) {
    // Companions have seen other events than the owner of the cookie.
    if (store.table && !store.companion && !store.happened.length) void this.fetch(store.table);
  }

  /** The log is optional: a player can do without it. */
  private async fetch(table: Table): Promise<void> {
    const after = Math.max(0, table.version - FAR);
    const found = await get<EventsAfter>(`/api/tables/${table.table}/events?after=${after}`).catch(() => null);
    const before = found?.events.filter((shown) => shown.version <= table.version) ?? [];
    this.earlier = before.map((shown) => ({ key: `v${shown.version}`, shown, before: table }));
  }
}
