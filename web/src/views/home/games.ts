// The games of the first page, and how the player likes to play each of them.

import type { Game, OptionsAsked } from "../../protocol";
import { OPTIONS } from "../../words/names";

/** A game with a picture of its own. `base` and options name the variant that is played. */
export interface Tile {
  readonly id: string;
  readonly base: string;
  readonly always: readonly string[];
  /** How many play by default: alone or with bots, and with friends. */
  readonly players: number;
  readonly friends: number;
}

export const TILES: readonly Tile[] = [
  { id: "original", base: "original", always: [], players: 1, friends: 4 },
  { id: "original-on-fire", base: "original", always: ["on-fire"], players: 1, friends: 4 },
  { id: "quick-and-easy", base: "quick-and-easy", always: [], players: 2, friends: 4 },
  { id: "face-to-face", base: "face-to-face", always: [], players: 2, friends: 2 },
];

/** How a game is played: its variant, who with, and what a table agrees on. */
export type Choice = Omit<Required<OptionsAsked>, "game"> & {
  readonly options: readonly string[];
  readonly bot: string;
};

/** A good partner that does not keep players waiting, until they choose another one. */
const USUAL_BOT = "strong";

export const usual = (players: number): Choice => ({
  options: [],
  bot: USUAL_BOT,
  players,
  memory_aid: false,
  takebacks: null,
  talk: null,
  free_text: true,
  clock: null,
  spectators: true,
  listed: false,
});

/** The name of a variant. */
export function variantOf(tile: Tile, options: readonly string[]): string {
  const wanted = new Set([...tile.always, ...options]);
  return [tile.base, ...OPTIONS.filter((option) => wanted.has(option))].join("-");
}

/** Which options a game has here: those of its variants but for what is a game of its own. */
export function optionsOf(tile: Tile, games: readonly Game[]): string[] {
  const apart = new Set(TILES.flatMap((one) => one.always));
  return OPTIONS.filter(
    (option) => !apart.has(option) && games.some(({ name }) => isOf(tile, name) && name.includes(`-${option}`)),
  );
}

const isOf = (tile: Tile, name: string): boolean =>
  name.startsWith(tile.base) && tile.always.every((option) => name.includes(`-${option}`));

/** Whether an option can be added to the others: some only come on top of another. */
export function canAdd(tile: Tile, options: readonly string[], option: string, games: readonly Game[]): boolean {
  const name = variantOf(tile, [...options, option]);
  return games.some((game) => game.name === name);
}

/** The options after one of them was switched; what only came on top of it goes with it. */
export function switched(
  tile: Tile,
  options: readonly string[],
  option: string,
  games: readonly Game[],
): string[] {
  if (!options.includes(option)) return [...options, option];
  const left = options.filter((one) => one !== option);
  return left.filter((one) => canAdd(tile, left.filter((other) => other !== one), one, games));
}

/** What a table for this is asked to agree on. */
export function asked(game: string, choice: Choice): OptionsAsked {
  const { options: _, bot: __, ...rest } = choice;
  return { game, ...rest };
}

/** The same with friends, who need a seat each. */
export const withFriends = (tile: Tile, choice: Choice): Choice =>
  choice.players > tile.players ? choice : { ...choice, players: tile.friends };
