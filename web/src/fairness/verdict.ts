// Checks the deal of a finished game, in this browser. It is fetched only when a player asks for it.

import type { Played, Secret, Table, Today } from "../protocol";
import { Refusal, get, getText } from "../socket/http";
import { peopleAt } from "../store/device";
import { type Promised, promised } from "../store/commitReveal";
import { dayAfter, dayAt } from "../views/daily/days";
import { recordAt, replayOf } from "../views/replay/replays";
import { stepsOf } from "../views/replay/history";
import { type Game, type Own, dayChecks, fairChecks } from "./checks";
import { keptPromise, keepPromise } from "./days";
import { headersOf } from "./record";
import type { Check } from "./states";

export interface Verdict {
  /** How the cards came about: by all players, by the day, or by no promise. */
  readonly kind: "fair" | "day" | "day-open" | "none";
  readonly checks: readonly Check[];
  readonly day?: string;
  readonly commitment?: string;
  readonly seed?: string | null;
}

export type Place = Pick<Table, "table" | "me"> & { readonly number: number; readonly at: number | null };

/** Look at everything that can be looked at. */
export async function checked(place: Place): Promise<Verdict> {
  const replay = await replayOf(place.table, place.number);
  const end = replay.steps.at(-1)!;
  const game: Game = { rules: replay.rules, players: end.hands.length, steps: stepsOf(replay.steps), end };
  if (end.stocks.some((stock) => stock === null)) {
    return tookPart(place) ? BROKEN : dayVerdict(place, game, replay.rules.name);
  }
  const { promises, sound } = headersOf(await getText(recordAt(place.table, place.number)));
  if (!promises) return tookPart(place) ? BROKEN : { kind: "none", checks: [] };
  const checks = fairChecks(game, promises, ownOf(place, promises.commitment, replay.steps[0]!.seat), sound);
  return { kind: "fair", checks, commitment: promises.commitment, seed: end.seed };
}

/** Promises were made for this game, and the record has none of them. */
const BROKEN: Verdict = { kind: "fair", checks: [{ id: "promise", state: "flaw" }] };
const tookPart = (place: Place): boolean => promisedHere(place, "").some((one) => one !== null);

const promisedHere = (place: Place, commitment: string): (Promised | null)[] =>
  peopleAt(place.me).map((me) => promised({ ...place, me }, commitment));

/** What this device knows of the deal: of this player, at their seat, and of their companions. */
function ownOf(place: Place, commitment: string, seat: number | null): Own[] {
  const [mine = null, ...others] = promisedHere(place, commitment);
  const known = others.filter((one) => one !== null);
  return [{ seat, promised: mine }, ...known.map((one) => ({ seat: null, promised: one }))];
}

/** See today's promise, and remember it for the day when it can be checked. */
export async function rememberToday(): Promise<Today> {
  const today = await get<Today>("/api/daily");
  keepPromise(today.day, today.promised);
  return today;
}

/** A deal of the day can be checked when the day is over; until then its promise is remembered. */
async function dayVerdict(place: Place, game: Game, name: string): Promise<Verdict> {
  const today = await rememberToday();
  const isTodays = today.games.some(({ tried }) => tried?.table === place.table && tried.number === place.number);
  const at = isTodays ? null : (place.at ?? (await endOf(place)));
  // A game may end on the day after its deal.
  const days = at === null ? [] : [dayAt(at), dayAfter(dayAt(at), -1)].filter((day) => day < today.day);
  const found = await Promise.all(days.map((day) => dayChecked(game, name, day)));
  const right = found.find((one) => one?.checks.some(({ id, state }) => id === "cards" && state === "good"));
  const wrong = days.length > 1 ? found[0] : null;
  return right ?? wrong ?? { kind: "day-open", checks: [], day: today.day, commitment: today.promised };
}

async function dayChecked(game: Game, name: string, day: string): Promise<Verdict | null> {
  try {
    const { secret } = await get<Secret>(`/api/daily/${day}/secret`);
    return { kind: "day", day, checks: dayChecks(game, day, name, secret, keptPromise(day)) };
  } catch (why) {
    if (why instanceof Refusal && why.code.startsWith("daily-")) return null;
    throw why;
  }
}

/** When a game of the player ended. */
async function endOf({ table, number }: Place): Promise<number> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Played = await get<Played>(`/api/me/games?after=${after}`);
    const found = page.games.find((game) => game.table === table && game.number === number);
    if (found) return found.at;
    after = page.more;
  }
  return Date.now() / 1000;
}
