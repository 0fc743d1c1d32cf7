// Which screen belongs to which address. Each is fetched when it is opened: no visit needs them all.

import type { Component } from "svelte";
import LoadFailed from "./LoadFailed.svelte";

interface Screen {
  readonly default: Component;
}
type Fetching = () => Promise<Screen>;

const SCREENS: Readonly<Record<string, Fetching>> = {
  "": () => import("./Home.svelte"),
  t: () => import("./TableScreen.svelte"),
  me: () => import("./Me.svelte"),
  replay: () => import("./Replay.svelte"),
  learn: () => import("./Learn.svelte"),
  rules: () => import("./RuleBook.svelte"),
  hotseat: () => import("./HotSeat.svelte"),
  settings: () => import("./Settings.svelte"),
  about: () => import("./About.svelte"),
  daily: () => import("./Daily.svelte"),
};
const NOT_FOUND: Fetching = () => import("./NotFound.svelte");

const fetched = new Map<Fetching, Screen>();

/**
 * The screen of an address, by its first part. A loaded one is shown at once: a user who goes
 * back finds its scroll position unchanged.
 */
export function screenAt(first = ""): Screen | Promise<Screen> {
  const fetching = (Object.hasOwn(SCREENS, first) && SCREENS[first]) || NOT_FOUND;
  return fetched.get(fetching) ?? fetching().then(
    (screen) => (fetched.set(fetching, screen), screen),
    () => ({ default: LoadFailed }),
  );
}
