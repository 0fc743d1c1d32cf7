// SHA-256 as docs/table.md and docs/daily.md use it, also where a page has no crypto.subtle.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../socket/ids";
import { utf8 } from "./digest";

export const hashed = (bytes: Uint8Array): Uint8Array => sha256(bytes);

/** The signature of a text, with a key in hexadecimal digits. */
export const signature = (key: string, text: string): string =>
  hex(hmac(sha256, bytesOf(key), utf8(text)));

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
