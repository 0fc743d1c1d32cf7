// Whole games of every variant as a real server sends them: following the news shows the table as it is, and
// the page asks for nothing.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { FromServer, Table } from "../../src/protocol";
import { TableStore } from "../../src/store/table.svelte";
import { latest, pretend } from "../socket/fake";

interface Stream {
  readonly name: string;
  readonly steps: readonly { readonly message: FromServer; readonly table: Table }[];
}

const ROOT = resolve(import.meta.dirname, "../../..");
const PYTHON = process.env["TENBACK_PYTHON"] ?? join(ROOT, ".venv/bin/python");
const PATIENCE = 300_000;
let streams: readonly Stream[] = [];
let store: TableStore;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "tenback-"));
  const file = join(folder, "streams.json");
  execFileSync(PYTHON, ["-m", "tests.server.streams", file], { cwd: ROOT, stdio: "inherit" });
  streams = JSON.parse(readFileSync(file, "utf-8")) as Stream[];
  rmSync(folder, { recursive: true });
}, PATIENCE);
beforeEach(() => pretend());
afterEach(() => store.close());

const sorted = (rows: readonly (readonly string[] | null)[] | null) => rows?.map((row) => row && [...row].sort()) ?? null;

/** A table without what may differ: the clock, and the order of cards in a hand. */
function comparable({ now: _, ...table }: Table): unknown {
  const { view } = table;
  if (!view) return table;
  const cards = { hands: sorted(view.hands), known: sorted(view.known), laid: sorted(view.laid) };
  return { ...table, view: { ...view, ...cards } };
}

test("following is as good as asking", () => {
  expect(streams.length).toBeGreaterThan(8);
  for (const { name, steps } of streams) {
    store = new TableStore("oak");
    latest().accept(steps[0]!.message);
    for (const [place, { message, table }] of steps.entries()) {
      if (place) latest().tell(message);
      expect(comparable(store.table!), `${name}, message ${place}`).toEqual(comparable(table));
    }
    expect(latest().sent.filter(({ type }) => type === "table"), name).toEqual([]);
    store.close();
  }
}, PATIENCE);
