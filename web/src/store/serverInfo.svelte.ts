// What the server offers: requested once for all screens, and again where a screen needs it anew.

import type { About, BotKind } from "../protocol";
import { get } from "../socket/http";

let about = $state.raw<About | null>(null);

export const serverInfo = (): About | null => about;

/** Bots as players choose among them: the server's list, which begins with the weakest, the other way round. */
export const bestFirst = (bots: readonly BotKind[]): BotKind[] => bots.toReversed();

/** Ask the server. */
export async function loadServerInfo(): Promise<About> {
  about = await get<About>("/api/about");
  return about;
}
