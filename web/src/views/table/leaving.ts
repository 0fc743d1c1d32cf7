// The ways to stop playing at a table. Going home for a while is none of them: one's seat is kept.

import type { Table } from "../../protocol";
import { isWatching } from "../../store/device";
import { isRunning, peopleOf } from "./people";

export type Way = "give-up" | "offer" | "resign" | "watch" | "leave" | "unwatch" | "close" | "discard";

/** Whether anybody else is there: somebody who would be left behind. */
const hasCompany = ({ seats, watching, me }: Table): boolean =>
  [...seats, ...watching].some(({ person }) => person !== null && person !== me);

/** Whoever is the only person in a team gives up at once, the others are asked. */
function givingUp(table: Table): Way {
  if (table.rules.win === "first") return "resign";
  return peopleOf(table) > 1 ? "offer" : "give-up";
}

/** What this person can do to stop, as it stands now. `shared`: several play at this device. */
export function waysOut(table: Table, shared: boolean): Way[] {
  const sits = table.seat !== null;
  const hosts = table.host === table.me;
  const company = hasCompany(table);
  const ways: [Way, boolean][] = [
    [givingUp(table), sits && isRunning(table) && !table.resigning.length],
    ["watch", sits && company && table.options.spectators && !shared],
    ["leave", sits && (company || !hosts)],
    ["unwatch", isWatching(table)],
    [company ? "close" : "discard", hosts],
  ];
  return ways.filter(([, can]) => can).map(([way]) => way);
}
