// How all players had a hand in a deal (docs/table.md): what was committed, what was revealed, the seed.

import type { FairDeal, Share } from "../protocol";
import { digest } from "./digest";

export type Promises = Pick<FairDeal, "secret" | "commitment" | "shares">;

const FIRST_LINE = "tenback-fair-deal-1";
const NOT_REVEALED = "not revealed";
const LEFT_OUT = "left out";

/** A share as the text behind the seed and the record write it. */
export const shareText = (share: Share): string =>
  share.commitment ? `${share.commitment} ${share.nonce || NOT_REVEALED}` : LEFT_OUT;

/** The seed that the secret and all shares give. */
export function seedOf({ secret, shares }: Promises): string {
  const lines = [...shares].sort((a, b) => a.seat - b.seat).map((share) => `${share.seat} ${shareText(share)}`);
  return digest([FIRST_LINE, secret, ...lines].join("\n"));
}

const SHARE = /^([0-9a-f]{64}) ([0-9a-f]{64}|not revealed)$|^left out$/;

/** The share of a seat from a record; null for what is none. */
export function shareOf(seat: number, text: string): Share | null {
  const found = SHARE.exec(text);
  if (!found) return null;
  const nonce = found[2] && found[2] !== NOT_REVEALED ? found[2] : "";
  return { seat, commitment: found[1] ?? "", nonce, left_out: !nonce };
}
