// The ways to stop playing at a table. Going home for a while is none of them: the player keeps the seat.

import type { Table } from "../../protocol";
import { isWatching } from "../../store/device";

export type Way = "give-up" | "offer" | "resign" | "watch" | "leave" | "unwatch" | "close" | "discard";

/** Whether other people are there, who would be left behind. */
const hasCompany = ({ seats, watching, me }: Table): boolean =>
  [...seats, ...watching].some(({ person }) => person !== null && person !== me);

/** What resigning is called, by what the server says comes of it. */
const RESIGNING: Record<NonNullable<Table["resignation"]>, Way> = { loses: "resign", ends: "give-up", offers: "offer" };

/** What this person can do to stop, as it stands now. `shared`: several play at this device. */
export function exitsOf(table: Table, shared: boolean): Way[] {
  const sits = table.seat !== null;
  const hosts = table.host === table.me;
  const company = hasCompany(table);
  const ways: [Way, boolean][] = [
    [RESIGNING[table.resignation ?? "offers"], !!table.choices?.may_resign && !table.resigning.length],
    ["watch", sits && company && table.options.spectators && !shared],
    ["leave", sits && (company || !hosts)],
    ["unwatch", isWatching(table)],
    [company ? "close" : "discard", hosts],
  ];
  return ways.filter(([, can]) => can).map(([way]) => way);
}
