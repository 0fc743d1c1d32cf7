// The commitment: what is shown before a secret or a number is revealed. Apart from the other hashing: every table needs it.

import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../socket/ids";

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The SHA-256 of a text. */
export const digest = (text: string): string => hex(sha256(utf8(text)));

/** Whether a text is 64 hexadecimal digits in small letters. */
export const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
