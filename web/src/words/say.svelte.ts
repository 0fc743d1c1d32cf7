// Words: an id and parameters become a sentence in the language of this device.

import { LANGUAGES as OFFERED } from "virtual:languages";
import type { Catalogue } from "../../words";

/** The code of a language, such as "de". */
export type Language = string;
export type Params = Readonly<Record<string, unknown>>;

/** Every language with what its speakers call it. */
export const LANGUAGES: ReadonlyMap<Language, string> = new Map(
  Object.entries(OFFERED).map(([language, { name }]) => [language, name]),
);
const [ENGLISH = "en"] = LANGUAGES.keys();

interface Spoken {
  readonly language: Language;
  readonly locale: string;
  readonly catalogue: Catalogue;
  readonly plurals: Intl.PluralRules;
}

const spokenIn = (language: Language, locale: string, catalogue: Catalogue): Spoken => ({
  language,
  locale,
  catalogue,
  plurals: new Intl.PluralRules(locale),
});

let spoken = $state.raw(spokenIn(ENGLISH, ENGLISH, {}));

/** The language that a device would like, by the browser's settings. */
export function preferred(wished: readonly string[] = navigator.languages): Language {
  const codes = wished.map((tag) => tag.split("-")[0]!.toLowerCase());
  return codes.find((code) => LANGUAGES.has(code)) ?? ENGLISH;
}

/** Fetch the words of a language, and speak it from now on. */
export async function speak(language: Language): Promise<void> {
  const { locale, words } = OFFERED[language]!;
  spoken = spokenIn(language, locale, (await words()).default);
  document.documentElement.lang = language;
}

export const language = (): Language => spoken.language;

/** The sentence behind an id; `count` chooses between its plural forms by the rules of CLDR. */
export function say(id: string, params: Params = {}): string {
  const entry = spoken.catalogue[id];
  if (entry === undefined) return id;
  const text = typeof entry === "string" ? entry : (entry[spoken.plurals.select(Number(params["count"]))] ?? entry.other);
  return filled(text, params);
}

/** Whether there are words for it. */
export const sayable = (id: string): boolean => id in spoken.catalogue;

function filled(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** Several things in a sentence: "a, b and c". */
export const list = (items: readonly string[]): string => new Intl.ListFormat(spoken.locale).format(items);

/** A number as this language writes it. */
export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(spoken.locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** A share of one as a percentage. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(spoken.locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

/** A day, or a moment in seconds, as this language writes it. */
export function date(moment: number | string, style: "short" | "medium" = "medium"): string {
  const day = typeof moment === "number" ? new Date(moment * 1000) : new Date(`${moment}T12:00:00`);
  return new Intl.DateTimeFormat(spoken.locale, { dateStyle: style }).format(day);
}
