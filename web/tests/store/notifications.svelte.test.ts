import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LayOption, Shown, Table } from "../../src/protocol";
import { isAwaited } from "../../src/store/isAwaited";
import { notify, soundOf } from "../../src/store/notifications.svelte";
import { TableStore } from "../../src/store/table.svelte";
import { latest, pretend } from "../socket/fake";
import { began, laid, news, table, view } from "./tables";

const { play } = vi.hoisted(() => ({ play: vi.fn() }));
vi.mock("../../src/store/sounds", () => ({ play }));

const sound = (...followed: object[]) =>
  soundOf({ key: "k", shown: { version: 1, event: null, followed } as unknown as Shown, before: {} as Table });
const lay = (kind: string) => ({ type: "laid", seat: 1, card: "12", pile: "u1", kind, step: 3 });

test("what is heard", () => {
  expect(sound()).toBeNull();
  expect(sound(lay("plain"))).toBe("lay");
  expect(sound(lay("trick"))).toBe("trick");
  expect(sound(lay("gift"))).toBe("trick");
  expect(sound(lay("trick"), { type: "over", outcome: {} })).toBe("end");
});

test("a player who is on turn or can start is awaited, unless a bot plays for them", () => {
  const at = (turn: number | null, changes: object = {}) => isAwaited(table(1, changes), turn);
  expect([at(0), at(1), at(null)]).toEqual([true, false, false]);
  expect(at(null, { phase: "agreeing" })).toBe(true);
  expect(at(0, { phase: "over" })).toBe(false);
  expect(at(0, { seat: null })).toBe(false);
  expect(at(0, { seats: [{ stand_in: "careful" }] })).toBe(false);
});

let store: TableStore;
let stop: () => void;
const theirs = { view: view({ turn: 1 }), choices: null };

function begin(version: number, more: object): void {
  store = new TableStore("oak");
  latest().accept(table(version, more));
  stop = $effect.root(() => {
    $effect(() => notify(store));
  });
  flushSync();
}
const heard = () => {
  flushSync();
  return play.mock.calls.flat();
};

beforeEach(() => {
  pretend();
  play.mockClear();
  stop = () => {};
});
afterEach(() => {
  stop();
  store?.close();
});

test("one is called when one's turn comes, and not because one comes in it", () => {
  begin(10, {});
  expect(heard()).toEqual([]);
  stop();
  begin(10, theirs);
  latest().tell(news([laid(11, "20", "u1", 1)]));
  expect(heard()).toEqual(["lay"]);
  latest().tell(news([began(12, 0)]));
  expect(heard()).toEqual(["lay", "turn"]);
});

test("a lay of one's own is heard at once, and not again when it is told", () => {
  begin(10, {});
  const option = { move: { card: "12", pile: "u1" }, kind: "trick", step: -10 } as unknown as LayOption;
  void store.lay(option);
  expect(heard()).toEqual(["trick"]);
  latest().tell(news([laid(11, "12", "u1")]));
  expect(heard()).toEqual(["trick"]);
  latest().tell(news([laid(12, "20", "u1", 1)]));
  expect(heard()).toEqual(["trick", "lay"]);
});

test("one is called, too, when one's turn came while the connection was broken", async () => {
  begin(10, theirs);
  latest().close();
  await vi.advanceTimersByTimeAsync(400);
  latest().accept(table(14));
  expect(heard()).toEqual(["turn"]);
});
