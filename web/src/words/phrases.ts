// Talk in the reader’s language: what was said, and what can be said.

import type { Standing, Table, TalkPolicy } from "../protocol";
import { colourName, pileCalled, seatName } from "./names";
import { say } from "./say.svelte";

const UNSAY = "unsay:";
/** Said with buttons of their own, while the team agrees on who starts. */
export const AT_THE_START = ["start", "not-me"] as const;
type Wish = (typeof AT_THE_START)[number];
export const isWish = (phrase: string): phrase is Wish => AT_THE_START.some((one) => one === phrase);

/** The talk policy of a table. */
export const policyOf = ({ options, rules }: Pick<Table, "options" | "rules">): TalkPolicy => options.talk ?? rules.talk;

/** Whether something is said about a pile. */
export const isPile = (subject: string, { piles }: Pick<Table, "piles">): boolean =>
  piles.some((pile) => pile.name === subject);

/** Whether a player would like to start. */
export const wishOf = (seat: number | null, talk: readonly Standing[]): Wish | undefined =>
  talk.filter((one) => one.seat === seat).map((one) => one.phrase).find(isWish);

export interface Phrase {
  /** As it is sent: `leave:u1`. */
  readonly said: string;
  readonly id: string;
  readonly subject: string;
}

/** A phrase with what it is about. */
export function phraseOf(said: string): Phrase & { unsaid: boolean } {
  const unsaid = said.startsWith(UNSAY);
  const bare = unsaid ? said.slice(UNSAY.length) : said;
  const [id = "", subject = ""] = bare.split(":");
  return { said: bare, id, subject, unsaid };
}

export const saidBy = ({ phrase, subject }: Standing): string => (subject ? `${phrase}:${subject}` : phrase);
export const unsay = (said: string): string => UNSAY + said;

/** What can be said in one tap, by what it is about. */
export interface Sayable {
  readonly piles: ReadonlyMap<string, readonly Phrase[]>;
  readonly colours: ReadonlyMap<string, readonly Phrase[]>;
  readonly alone: readonly Phrase[];
}

export function sayables(table: Pick<Table, "phrases" | "piles">): Sayable {
  const piles = new Map<string, Phrase[]>();
  const colours = new Map<string, Phrase[]>();
  const alone: Phrase[] = [];
  for (const phrase of table.phrases.map(phraseOf)) {
    if (isWish(phrase.id)) continue;
    if (!phrase.subject) alone.push(phrase);
    else into(isPile(phrase.subject, table) ? piles : colours, phrase);
  }
  return { piles, colours, alone };
}

function into(found: Map<string, Phrase[]>, phrase: Phrase): void {
  found.set(phrase.subject, [...(found.get(phrase.subject) ?? []), phrase]);
}

/** What was said, as a line of its own. */
export function phraseText(
  said: { readonly phrase: string; readonly text: string },
  table: Pick<Table, "piles" | "seat">,
): string {
  if (!said.phrase) return said.text;
  const { id, subject, unsaid } = phraseOf(said.phrase);
  const text = say(`phrases.${id}.text`, { pile: pileCalled(subject, table), colour: colourName(subject) });
  return unsaid ? say("talk.unsaid", { text }) : text;
}

/** The same shown at its pile. */
export const phraseHere = (id: string): string => say(`phrases.${id}.here`);

/** The same in a word or two. */
export function phraseShort({ id, subject }: Pick<Phrase, "id" | "subject">): string {
  return say(`talk.short.${id}`, { colour: colourName(subject) });
}

/** One remark that stands at a place, and the seats that said it. */
export interface Remark {
  readonly said: string;
  readonly id: string;
  readonly subject: string;
  readonly seats: readonly number[];
}

/** The standing remarks, each once. */
export function gathered(standing: readonly Standing[]): Remark[] {
  const found = new Map<string, Remark>();
  for (const one of standing) {
    const said = saidBy(one);
    const seats = [...(found.get(said)?.seats ?? []), one.seat];
    found.set(said, { said, id: one.phrase, subject: one.subject, seats });
  }
  return [...found.values()];
}

/** A seat in a letter; with a number where others have the same: a bot's own, or that of the seat. */
export function initial(seat: number, table: Pick<Table, "seats" | "seat">): string {
  const [own] = (table.seats[seat]?.bot && seatName(seat, table).match(/\d+$/)) || [];
  const letter = (place: number) => [...seatName(place, table)][0]?.toLocaleUpperCase() ?? "";
  const alike = table.seats.filter((_, place) => place !== table.seat && letter(place) === letter(seat));
  return alike.length > 1 && seat !== table.seat ? `${letter(seat)}${own ?? seat + 1}` : letter(seat);
}
