// What the headers of a record say about its deal. The rest of a record is replayed by the server.

import type { Share } from "../protocol";
import { type Promises, shareOf } from "./shares";

export interface RecordHeaders {
  readonly promises: Promises | null;
  readonly seed: string | null;
  /** Whether every header about the deal can be read and is there once. */
  readonly sound: boolean;
  /** Who had which seat: a person's name, or a bot. */
  readonly seats: ReadonlyMap<number, { readonly name: string; readonly bot: string | null }>;
}

const SHARE_KEY = /^Share ([0-7])$/;
const SEAT_KEY = /^(Player|Bot) ([0-9])$/;
const CODE = /^[a-z0-9-]+?-[0-9]p-(.+)$/;

export function headersOf(record: string): RecordHeaders {
  const head = record.split(/\r?\n\r?\n/, 1)[0]!.split(/\r?\n/).slice(1);
  const lines = head.filter((line) => !line.startsWith("|") && line.includes(":")).map(header);
  const all = new Map(lines);
  const fair = lines.filter(([key]) => key === "Commitment" || key === "Secret" || key.startsWith("Share "));
  const shares = fair.filter(([key]) => key.startsWith("Share ")).map(([key, value]) => share(key, value));
  const good = shares.filter((one): one is Share => one !== null);
  const secret = all.get("Secret");
  const commitment = all.get("Commitment");
  return {
    promises: secret !== undefined && commitment !== undefined ? { secret, commitment, shares: good } : null,
    seed: seed(all),
    sound: new Set(fair.map(([key]) => key)).size === fair.length && good.length === shares.length,
    seats: new Map(lines.flatMap(([key, value]) => seat(key, value))),
  };
}

function header(line: string): [string, string] {
  const [key = "", ...rest] = line.split(":");
  return [key.trim(), rest.join(":").trim()];
}

function share(key: string, value: string): Share | null {
  const place = SHARE_KEY.exec(key);
  return place ? shareOf(Number(place[1]), value) : null;
}

function seat(key: string, value: string): [number, { name: string; bot: string | null }][] {
  const found = SEAT_KEY.exec(key);
  if (!found) return [];
  const bot = found[1] === "Bot";
  return [[Number(found[2]), { name: bot ? "" : value, bot: bot ? value : null }]];
}

function seed(headers: ReadonlyMap<string, string>): string | null {
  const code = CODE.exec(headers.get("Deal") ?? "");
  const spelled = headers.get("Seed");
  try {
    if (code) return decodeURIComponent(code[1]!);
    return spelled === undefined ? null : (JSON.parse(spelled) as string);
  } catch {
    return null;
  }
}
