// A device's part in fair deals: what it promises, what it tells, and what it knows afterwards.

import { beforeEach, expect, test, vi } from "vitest";
import { digest } from "../../src/fairness/digest";
import type { Share, Table } from "../../src/protocol";

const FIRST = digest("the first secret");
const OTHER = digest("another secret");

let device: typeof import("../../src/store/commitReveal");
const storage = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (name: string) => storage.get(name) ?? null,
  setItem: (name: string, value: string) => storage.set(name, value),
});

/** The same window after a reload. */
async function reload(): Promise<void> {
  vi.resetModules();
  device = await import("../../src/store/commitReveal");
}
beforeEach(async () => {
  storage.clear();
  await reload();
});

function dealing(commitment: string, share: Partial<Share> = {}, changes: Partial<Table> = {}): Table {
  const own = { seat: 0, commitment: "", nonce: "", left_out: false, ...share };
  const fair = { secret: "", commitment, shares: [own], since: 0 };
  const stage = own.commitment ? "revealing" : "promising";
  return { table: "oak", me: "ann", number: 0, seat: 0, fair, stage, ...changes } as unknown as Table;
}
const due = (...given: Parameters<typeof dealing>) => device.dueFor(dealing(...given)) as Record<string, string> | null;
const game = (number: number) => ({ table: "oak", me: "ann", number });

test("a number is promised, told when all have promised, and remembered with the server's promise", async () => {
  const promise = due(FIRST)!["commitment"]!;
  expect(due(FIRST)).toEqual({ type: "commit", commitment: promise });
  await reload();
  const reveal = due(FIRST, { commitment: promise })!;
  expect(reveal["type"]).toBe("reveal");
  expect(digest(reveal["nonce"]!)).toBe(promise);
  expect(device.promised(game(1), FIRST)).toEqual({ commitment: FIRST, number: reveal["nonce"] });
});

test("a server that promises anew for the same game gets nothing, and is remembered by its first promise", () => {
  const promise = due(FIRST)!["commitment"]!;
  expect(due(OTHER)).toBeNull();
  expect(due(OTHER, { commitment: promise })).toBeNull();
  expect(device.promised(game(1), OTHER)?.commitment).toBe(FIRST);
});

test("what another window promised is not told here", () => {
  due(FIRST);
  expect(due(FIRST, { commitment: digest("elsewhere") })).toBeNull();
});

test("a player who was left out or has revealed has nothing to do", () => {
  const promise = due(FIRST)!["commitment"]!;
  expect(due(FIRST, { left_out: true })).toBeNull();
  expect(due(FIRST, { commitment: promise, nonce: digest("told") })).toBeNull();
});

test("each game and each person has a number of its own", () => {
  const tables = [{}, { number: 1 }, { me: "ann-1" }, { table: "elm" }];
  expect(new Set(tables.map((changes) => due(FIRST, {}, changes)!["commitment"])).size).toBe(4);
});

test("the same deal again has the promises of the game before", () => {
  due(FIRST);
  expect(device.promised(game(3), FIRST)?.commitment).toBe(FIRST);
  expect(device.promised(game(3), OTHER)).toBeNull();
  expect(device.promised({ ...game(1), me: "ben" }, FIRST)).toBeNull();
});
