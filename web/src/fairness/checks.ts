// Everything that can be checked of a deal, one thing after the other: each is right, wrong or open.

import type { Share, Sight } from "../protocol";
import type { Promised } from "../store/commitReveal";
import type { Step } from "../store/steps";
import { type DealRules, dealOf } from "./deal";
import { explains } from "./consistency";
import { digest, isDigest } from "./digest";
import { signature } from "./sha256";
import { type Promises, seedOf } from "./shares";
import { type Check, type State, summary } from "./states";

/** A game that is over, as one person at the table saw it. */
export interface Game {
  readonly rules: DealRules;
  readonly players: number;
  readonly steps: readonly Step[];
  readonly end: Pick<Sight, "hands" | "stocks" | "seed">;
}

/** A person at this device, and what it knows by itself, if it had a hand in this deal for them. */
export interface Own {
  /** Null where it is unknown: a person who has left the table has none. */
  readonly seat: number | null;
  readonly promised: Promised | null;
}

const judged = (good: boolean): State => (good ? "good" : "flaw");

/** The checks of a deal in which all players at the table had a hand. `own`: all players at this device. */
export function fairChecks(game: Game, promises: Promises, own: readonly Own[], sound = true): Check[] {
  const { secret, commitment, shares } = promises;
  const kept = isDigest(secret) && digest(secret) === commitment;
  const whole = sound && shares.every((share) => share.seat < game.players);
  return [
    ...promiseCheck(commitment, own),
    { id: "secret", state: judged(kept) },
    ...shares.map(shareCheck),
    ...ownChecks(shares, own),
    ...(whole ? dealChecks(game, kept ? seedOf(promises) : null, "seed") : unseeded("seed", "flaw")),
  ];
}

function shareCheck(share: Share): Check {
  const id = !share.commitment ? "share-none" : share.nonce ? "share-told" : "share-untold";
  const good = !share.nonce || digest(share.nonce) === share.commitment;
  return { id, state: judged(good), seat: share.seat };
}

/** The server's promise in the record must be the one that was seen before the deal. */
function promiseCheck(commitment: string, own: readonly Own[]): Check[] {
  const seen = own.flatMap(({ promised }) => promised?.commitment ?? []);
  return seen.length ? [{ id: "promise", state: judged(seen.every((one) => one === commitment)) }] : [];
}

/** The worst of what is found about the numbers of this device. */
function ownChecks(shares: readonly Share[], own: readonly Own[]): Check[] {
  const found = own.flatMap((one) => ownCheck(shares, one));
  return found.filter((check) => check.state === summary(found)).slice(0, 1);
}

/** A number that this device has promised must be in the deal, and under its own seat. */
function ownCheck(shares: readonly Share[], { seat, promised }: Own): Check[] {
  if (!promised) return seat === null ? [] : [{ id: "own", state: "open" }];
  const promise = digest(promised.number);
  const mine = shares.filter((one) => seat === null || one.seat === seat);
  const came = (one: Share) => one.nonce === promised.number && one.commitment === promise;
  const late = (one: Share) => !one.nonce && (!one.commitment || one.commitment === promise);
  if (mine.some(came)) return [{ id: "own", state: "good" }];
  return [mine.some(late) ? { id: "own-late", state: "open" } : { id: "own", state: "flaw" }];
}

/** The checks of a deal of the day: its secret, and the promise that was seen on that day. */
export function dayChecks(game: Game, day: string, name: string, secret: string, seen: string | null): Check[] {
  const promise: State = seen === null ? "open" : judged(digest(secret) === seen);
  return [{ id: "day-promise", state: promise }, ...dealChecks(game, signature(secret, `${day}/${name}`), "day-seed")];
}

/** Without a seed that can be trusted nothing is known of the cards. */
const unseeded = (id: string, state: State): Check[] => [{ id, state }, { id: "cards", state: "open" }];

/** The way from a seed to the cards and the start. */
function dealChecks(game: Game, seed: string | null, id: string): Check[] {
  const shown = game.end.seed;
  // A deal of the day stays closed, so that only its cards can be checked.
  const seedState: State = seed === null ? "open" : shown === null ? "good" : judged(shown === seed);
  if (seed === null || seedState === "flaw") return unseeded(id, seedState);
  const deal = dealOf(game.rules, game.players, seed);
  const cards = judged(explains(deal, game.steps, game.end));
  const first = game.steps.find((step) => step.type === "turn-began");
  const start = deal.lot === null || !first ? [] : [starter(deal.lot, first.seat)];
  return [...(shown === null ? [] : [{ id, state: seedState }]), { id: "cards", state: cards }, ...start];
}

const starter = (lot: number, seat: number): Check => ({ id: "starter", state: judged(lot === seat), seat: lot });
