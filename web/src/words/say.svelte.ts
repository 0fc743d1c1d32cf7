// Words: an id and parameters become a sentence in the language of this device.

export const LANGUAGES = ["en", "fr", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Params = Readonly<Record<string, unknown>>;

type Catalogue = Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:words/en"),
  fr: () => import("virtual:words/fr"),
  de: () => import("virtual:words/de"),
};

let spoken = $state.raw<{ language: Language; catalogue: Catalogue }>({ language: "en", catalogue: {} });

/** The language that a device would like, by the browser's settings. */
export function preferred(wished: readonly string[] = navigator.languages): Language {
  const known = wished.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => LANGUAGES.includes(tag as Language)) ?? "en";
}

/** Fetch the words of a language, and speak it from now on. */
export async function speak(language: Language): Promise<void> {
  const { default: catalogue } = await LOADERS[language]();
  spoken = { language, catalogue };
  document.documentElement.lang = language;
}

export const language = (): Language => spoken.language;

/** The sentence behind an id; `count` chooses between its plural forms. */
export function say(id: string, params: Params = {}): string {
  const entry = spoken.catalogue[id];
  if (entry === undefined) return id;
  const text = typeof entry === "string" ? entry : entry[form(Number(params["count"]))];
  return filled(text, params);
}

/** Whether there are words for it. */
export const sayable = (id: string): boolean => id in spoken.catalogue;

function form(count: number): "one" | "other" {
  return count === 1 || (count === 0 && spoken.language === "fr") ? "one" : "other";
}

function filled(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A number as this language writes it. */
export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(spoken.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** A share of one as a percentage. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(spoken.language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);
}

/** A day, or a moment in seconds, as this language writes it. */
export function date(moment: number | string, style: "short" | "medium" = "medium"): string {
  const day = typeof moment === "number" ? new Date(moment * 1000) : new Date(`${moment}T12:00:00`);
  return new Intl.DateTimeFormat(spoken.language, { dateStyle: style }).format(day);
}
