// What games and their options are called on the first page.

import { gameLine, gameName, optionLine, optionName } from "../../words/names";
import type { Tile } from "./games";

/** A game that is another one with an option goes by the option's name. */
export const tileName = (tile: Tile): string =>
  tile.always.length ? tile.always.map(optionName).join(" · ") : gameName(tile.base);

export const tileLine = (tile: Tile): string =>
  tile.always.length ? tile.always.map(optionLine).join(" ") : gameLine(tile.base);
