// What a person has set on this device. Without storage it holds until the page is left.

import { type Language, preferred } from "../words/say.svelte";

export interface Settings {
  language: Language;
  look: "auto" | "light" | "dark" | "contrast";
  motion: "auto" | "off" | "calm" | "brisk";
  sound: number;
  vibration: boolean;
  notifications: boolean;
  sorted: boolean;
  talkOpen: boolean;
  /** How fast a finished game is shown again. */
  replay: Pace;
}

export const PACES = ["slow", "normal", "fast"] as const;
export type Pace = (typeof PACES)[number];

const KEY = "tenback.settings";

const usual = (): Settings => ({
  language: preferred(),
  look: "auto",
  motion: "auto",
  sound: 0.5,
  vibration: true,
  notifications: false,
  sorted: true,
  talkOpen: true,
  replay: "normal",
});

function kept(): Partial<Settings> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    // Another version of the page may have offered another language.
    return found.language ? { ...found, language: preferred([found.language, ...navigator.languages]) } : found;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...usual(), ...kept() });

/** Change settings, and remember them. */
export function set(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...changes }));
  } catch {
    // A private window may keep nothing.
  }
  show();
}

/** Let the document follow the settings. */
export function show(): void {
  const root = document.documentElement;
  const wantsContrast = matchMedia("(prefers-contrast: more)").matches;
  const look = settings.look === "auto" && wantsContrast ? "contrast" : settings.look;
  if (look === "auto") delete root.dataset["look"];
  else root.dataset["look"] = look;
  root.dataset["motion"] = still() ? "off" : "on";
}

/** Whether nothing should move. */
export function still(): boolean {
  if (settings.motion !== "auto") return settings.motion === "off";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long something moves, in milliseconds, where it usually takes so long. */
export function duration(usually: number): number {
  if (still()) return 0;
  return settings.motion === "calm" ? usually * 2 : settings.motion === "brisk" ? usually / 2 : usually;
}
