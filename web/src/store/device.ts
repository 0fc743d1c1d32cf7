// Several people at one device. Each is somebody of their own at the table: the one whose browser it
// is, and companions, whose ids are that person's with a number behind it.

import type { Seat, Table } from "../protocol";

export interface Player {
  /** 0 is whose browser it is. */
  readonly companion: number;
  readonly seat: number;
  readonly name: string;
}

const COMPANION = /^-([1-9][0-9]*)$/;

const companionOf = ({ person }: Seat, me: string): number | null => {
  if (person === me) return 0;
  const found = person?.startsWith(me) ? COMPANION.exec(person.slice(me.length)) : null;
  return found ? Number(found[1]) : null;
};

/** Nobody has more beside them, whatever a server allows. */
const SEATS = 8;

/** Somebody, and everybody who may play at the same device. */
export function peopleAt(me: string): string[] {
  const owner = me.replace(/-[1-9][0-9]*$/, "");
  const companions = Array.from({ length: SEATS }, (_, place) => `${owner}-${place + 1}`);
  return [me, ...[owner, ...companions].filter((person) => person !== me)];
}

/** Who of the table plays at this device, in the order of the seats. */
export function playersHere(table: Pick<Table, "seats" | "me">): Player[] {
  return table.seats.flatMap((found, seat) => {
    const companion = companionOf(found, table.me);
    return companion === null ? [] : [{ companion, seat, name: found.name }];
  });
}

export const isWatching = ({ watching, me }: Pick<Table, "watching" | "me">): boolean =>
  watching.some((guest) => guest.person === me);

/** Whether somebody has a seat or watches: else they are told nothing of what goes on. */
export const isHere = (table: Pick<Table, "seat" | "watching" | "me">): boolean =>
  table.seat !== null || isWatching(table);

/** Whether there are others than whose browser it is. */
export const isShared = (table: Pick<Table, "seats" | "me">): boolean =>
  playersHere(table).some((player) => player.companion > 0);

/** Who has to have the device now; null as long as it makes no difference. */
export function wanted(table: Pick<Table, "seats" | "me" | "phase" | "view">): Player | null {
  if (table.phase !== "playing") return null;
  return playersHere(table).find((player) => player.seat === table.view?.turn) ?? null;
}

/** Who looks next when somebody hands the device on. */
export function nextOf(players: readonly Player[], companion: number | null): Player | undefined {
  const place = players.findIndex((player) => player.companion === companion);
  return players[(place + 1) % players.length];
}

/** What the table screens need to know about a device that goes from hand to hand. */
export interface Shared {
  readonly players: () => readonly Player[];
  /** Whose hand is on the screen. */
  readonly shown: () => number;
  pass(companion?: number): void;
}

export const SHARED = Symbol("a shared device");
