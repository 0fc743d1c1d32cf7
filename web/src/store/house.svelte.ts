// What the server offers. Asked once for all screens, and again where somebody wants to know anew.

import type { About } from "../protocol";
import { get } from "../socket/http";

let about = $state.raw<About | null>(null);

export const house = (): About | null => about;

/** Ask the server. */
export async function visit(): Promise<About> {
  about = await get<About>("/api/about");
  return about;
}
