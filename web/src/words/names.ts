// What things at a table are called: seats, piles, cards, moves.

import { colourOf, numberOf } from "../board/cards";
import type { AwaitedBot, Pile, Rules, Table } from "../protocol";
import { number, say, sayable } from "./say.svelte";

export type Named = Pick<Table, "seats" | "seat">;

/** A bot by the name that players read; a level is left out, and a package's bot has its own name. */
export function botName(bot: string): string {
  const id = `bots.name.${withoutLevel(bot)}`;
  return sayable(id) ? say(id) : bot;
}

/** What a bot does, in a sentence; empty for a bot of another package. */
export function botDescription(bot: string): string {
  const id = `bots.bot.${withoutLevel(bot)}`;
  return sayable(id) ? say(id) : "";
}

/** That a bot gets ready, and which one plays meanwhile; `now` in seconds. */
export function awaited({ bot, ready_at }: AwaitedBot, plays: string, now: number): string {
  const seconds = number(Math.max(1, Math.ceil(ready_at - now)));
  return say("people.awaits", { wanted: botName(bot), bot: botName(plays), seconds });
}

const withoutLevel = (bot: string): string => bot.split(":", 1)[0] ?? bot;

/** The name of the player or bot in a seat. */
export function seatName(seat: number, table: Named): string {
  if (seat === table.seat) return say("people.you");
  const found = table.seats[seat];
  if (!found) return say("people.seat", { seat: seat + 1 });
  const name = ownName(found);
  return name ? numbered(seat, name, table) : say("people.free");
}

const ownName = ({ bot, name }: Named["seats"][number]): string => (bot ? botName(bot) : name);

/** Bots of one kind, and players of one name, have a number. */
function numbered(seat: number, name: string, { seats }: Named): string {
  const alike = seats.flatMap((one, place) => (ownName(one) === name ? [place] : []));
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}

/** A colour by its name in this language. */
export const colourName = (colour: string): string =>
  sayable(`colours.${colour}`) ? say(`colours.${colour}`) : colour;

/** As much of a colour's name as distinguishes it from the others of its deck: "R", "Ge". So it is typed, and stands on cards. */
export function colourSign(colour: string, { deck }: Pick<Rules, "deck">): string {
  const name = colourName(colour);
  const others = deck.colours.filter((one) => one !== colour).map(colourName);
  const last = [...name].findIndex((_, place) => !others.some((one) => one.startsWith(name.slice(0, place + 1))));
  const sign = last < 0 ? colour.slice(0, 1) : name.slice(0, last + 1);
  return sign.charAt(0).toLocaleUpperCase() + sign.slice(1);
}

/** A card in words. */
export function cardName(card: string, rules: Rules): string {
  const colour = colourOf(card, rules);
  const figure = number(numberOf(card));
  return colour ? say("card.coloured", { colour: colourName(colour), number: figure }) : figure;
}

/** A pile in words: by its direction, and by its number or owner where there are several. */
export function pileName(pile: Pile, table: Pick<Table, "piles" | "seat">): string {
  const way = pile.up ? "up" : "down";
  if (pile.owner !== null) {
    const mine = pile.owner === (table.seat ?? 0);
    const kind = table.seat === null ? `of-${pile.owner + 1}` : mine ? "mine" : "theirs";
    const alike = table.piles.filter((one) => one.up === pile.up && one.owner === pile.owner);
    const name = say(`pile.${kind}.${way}`);
    return alike.length > 1 ? `${name} ${alike.indexOf(pile) + 1}` : name;
  }
  const alike = table.piles.filter((one) => one.up === pile.up);
  if (alike.length === 1) return say(`pile.only.${way}`);
  return say(`pile.one-of.${way}`, { place: alike.indexOf(pile) + 1 });
}

/** A pile within a sentence, as that onto which something is laid. */
export function pileCalled(name: string, table: Pick<Table, "piles" | "seat">): string {
  const pile = table.piles.find((one) => one.name === name);
  return pile ? say("pile.called", { pile: pileName(pile, table) }) : name;
}

/** What lies on a pile. */
export function topSaid({ base }: Pick<Pile, "base">, top: string | null, rules: Rules): string {
  if (top !== null) return say("pile.top", { card: cardName(top, rules) });
  return base === null ? say("pile.bare") : say("pile.empty", { base: number(base) });
}

/** Options of variants, in the order in which names have them. */
export const OPTIONS = ["expert", "short-hands", "on-fire", "professional"];

const optionKey = (option: string): string => `games.option.${option.replaceAll("-", "_")}`;
export const optionName = (option: string): string => say(`${optionKey(option)}.name`);
export const optionLine = (option: string): string => say(`${optionKey(option)}.line`);

/** A variant's name: the game and its options, or the designer's own name for it. */
export function gameName(name: string): string {
  const { base, options } = partsOf(name);
  if (!sayable(`games.game.${base}.name`)) return name;
  return [say(`games.game.${base}.name`), ...options.map(optionName)].join(" · ");
}

/** What a published game is about; nothing for a designer's own. */
export function gameLine(name: string): string {
  const id = `games.game.${partsOf(name).base}.line`;
  return sayable(id) ? say(id) : "";
}

function partsOf(name: string): { base: string; options: readonly string[] } {
  const last = OPTIONS.find((option) => name.endsWith(`-${option}`));
  if (!last) return { base: name, options: [] };
  const { base, options } = partsOf(name.slice(0, -last.length - 1));
  return { base, options: [...options, last] };
}
