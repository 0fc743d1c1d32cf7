// Several people at one device. Each is a person of their own at the table: the owner of the
// cookie, and companions, whose ids are that person's with a number behind it.

import type { Seat, Table } from "../protocol";

export interface Player {
  /** 0 is the owner of the cookie. */
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

/** No person has more beside them, whatever a server allows. */
const SEATS = 8;

/** A person, and all companions at the same device. */
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

/** Whether a person has a seat or watches: else they get no events. */
export const isHere = (table: Pick<Table, "seat" | "watching" | "me">): boolean =>
  table.seat !== null || isWatching(table);

/** Whether companions play here, too. */
export const isShared = (table: Pick<Table, "seats" | "me">): boolean =>
  playersHere(table).some((player) => player.companion > 0);

/** The player at this device who is on turn; null as long as none is. */
export function playerOnTurn(table: Pick<Table, "seats" | "me" | "phase" | "view">): Player | null {
  if (table.phase !== "playing") return null;
  return playersHere(table).find((player) => player.seat === table.view?.turn) ?? null;
}

/** Who looks next when a player hands the device on. */
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
