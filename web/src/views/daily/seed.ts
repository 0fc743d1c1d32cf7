// The seed of a deal of the day, from the secret of a day that is over: every client can compute it.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../../socket/ids";

const text = new TextEncoder();

/** What is signed: which deal it is. */
export const dealOf = (day: string, game: string): string => `${day}/${game}`;

export const seedOf = (secret: string, day: string, game: string): string =>
  hex(hmac(sha256, bytes(secret), text.encode(dealOf(day, game))));

const bytes = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
