// A table over a socket of our own: what is shown before the server's answer, and what after a break.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Happening, TableStore, inOrder } from "../../src/store/table.svelte";
import { type Sent, latest, pretend } from "../socket/fake";
import { laid, news, option, shown, table } from "./tables";

let store: TableStore;
beforeEach(() => {
  pretend();
  store = new TableStore("oak");
  latest().accept(table(10));
});
afterEach(() => store.close());

const asked = (type: string): Sent | undefined => latest().sent.findLast((message) => message.type === type);
const hand = () => store.view!.hands[0];
const versions = (happened: readonly Happening[]) => happened.map((one) => one.shown.version);
const refused = (id: string) => latest().tell({ type: "refused", id, code: "no", params: {}, message: "No." });

async function reconnect(version: number, more: object = {}): Promise<void> {
  latest().close();
  await vi.advanceTimersByTimeAsync(400);
  latest().accept(table(version, more));
}

test("a lay is shown at once, and stays when it was done", async () => {
  const done = store.lay(option("3", "u1"));
  expect([hand(), store.view!.tops, store.choices, store.waiting]).toEqual([["5", "37"], ["3", null], null, true]);
  expect(store.table!.version).toBe(10);
  latest().tell(news([laid(11, "3")], asked("do")!.id!));
  expect(await done).toBe(true);
  expect([hand(), store.view!.placed.length, store.waiting]).toEqual([["5", "37"], 1, false]);
});

test("a lay that is refused comes back, and why is told", async () => {
  const done = store.lay(option("3", "u1"));
  refused(asked("do")!.id!);
  expect(await done).toBe(false);
  expect([hand(), store.notice, store.waiting]).toEqual([["3", "5", "37"], "No.", false]);
});

test("what could not be done is forgotten when the next thing is done, unless something else was told meanwhile", async () => {
  store.notice = "No.";
  const done = store.lay(option("3", "u1"));
  latest().tell(news([laid(11, "3")], asked("do")!.id!));
  await done;
  expect(store.notice).toBeNull();
  const said = store.act({ type: "say", phrase: "tight" });
  store.notice = "Not that.";
  latest().tell(news([], asked("do")!.id!));
  await said;
  expect(store.notice).toBe("Not that.");
});

test("what else was done takes no lay back that is on its way", async () => {
  const said = store.act({ type: "say", phrase: "tight" });
  const { id } = asked("do")!;
  void store.lay(option("3", "u1"));
  latest().tell(news([shown(11, { type: "spoke", at: 0, seat: 0, person: "Ann", phrase: "tight", text: "" })], id!));
  await said;
  expect([hand(), store.waiting]).toEqual([["5", "37"], true]);
});

test("a lay that was done before a break is not shown twice", async () => {
  const first = store.lay(option("3", "u1"));
  const { id } = asked("do")!;
  const { view } = table(11);
  await reconnect(11, { view: { ...view, hands: [["5", "37"], null], tops: ["3", null], sizes: [1, 0] } });
  expect([store.view!.sizes, store.waiting]).toEqual([[1, 0], false]);
  expect(latest().sent[0]!.id).toBe(id);
  void store.lay(option("5", "u1"));
  latest().tell({ type: "done", id: id!, versions: [11] });
  expect(await first).toBe(true);
  expect([hand(), store.waiting], "the next lay is on its way").toEqual([["37"], true]);
});

test("what happens is followed, and told once", () => {
  const heard: number[] = [];
  store.listen(({ shown }) => heard.push(shown.version));
  latest().tell(news([laid(11, "3"), laid(12, "5")]));
  latest().tell(news([laid(12, "5")]));
  expect([hand(), heard, asked("table")]).toEqual([["37"], [11, 12], undefined]);
});

test("what has changed comes with the news, and nothing is asked for", () => {
  const talk = [{ seat: 1, phrase: "leave", subject: "u1", moment: 1 }];
  const heard: unknown[] = [];
  store.listen((_, now) => heard.push(now.talk));
  latest().tell(news([shown(11, { type: "spoke", at: 0, seat: 1, person: "Ben", phrase: "leave:u1", text: "" })], null, { changes: { talk } }));
  expect([store.table!.talk, heard, asked("table")]).toEqual([talk, [talk], undefined]);
  latest().tell(news([laid(12, "3")], null, { table: table(12, { phase: "over" }) }));
  expect([store.table!.phase, versions(store.happened), asked("table")]).toEqual(["over", [11, 12], undefined]);
});

test("what is decided says which version was seen; what is stale is refused, and the page catches up", async () => {
  latest().tell(news([laid(11, "3")]));
  const done = store.lay(option("5", "u1"));
  const { id, seen } = asked("do")!;
  latest().tell({ type: "refused", id: id!, code: "table-stale", params: { version: 13 }, message: "It has gone on." });
  expect([await done, seen, store.notice, hand()]).toEqual([false, 11, "It has gone on.", ["5", "37"]]);
  expect(asked("table")?.type).toBe("table");
});

test("a table that news have overtaken changes nothing", () => {
  latest().tell(news([laid(11, "3")]));
  latest().tell(table(10));
  expect([store.table!.version, hand()]).toEqual([11, ["5", "37"]]);
});

test("where something is missing, the whole table is asked for", () => {
  latest().tell(news([laid(13, "5")]));
  expect([asked("table")?.type, store.table!.version, versions(store.happened)]).toEqual(["table", 10, []]);
});

test("while the whole table is on its way it is not asked for again, unless it comes too old", () => {
  const times = () => latest().sent.filter(({ type }) => type === "table").length;
  for (const version of [13, 14, 15]) latest().tell(news([laid(version, "5")]));
  expect(times()).toBe(1);
  latest().tell(table(14));
  expect([times(), store.table!.version]).toEqual([2, 14]);
  latest().tell(table(15));
  latest().tell(news([laid(16, "5")]));
  expect([times(), store.table!.version]).toEqual([2, 16]);
  latest().tell(news([laid(18, "37")]));
  expect(times()).toBe(3);
});

test("where something is missing and the whole table comes with the news, nothing is asked for", () => {
  const heard: number[] = [];
  store.listen(({ shown }, now) => heard.push(shown.version, now.version));
  latest().tell(news([laid(12, "3"), laid(13, "5")], null, { table: table(13, { phase: "over" }) }));
  expect([asked("table"), store.table!.version, store.table!.phase, heard]).toEqual([undefined, 13, "over", [12, 13, 13, 13]]);
});

test("after a break the whole table is asked for anew where something is missing", async () => {
  latest().tell(news([laid(13, "5")]));
  await reconnect(13);
  latest().tell(news([laid(15, "5")]));
  expect(asked("table")?.type).toBe("table");
});

test("what happened during a break is told before what happens now, and each once", async () => {
  latest().tell(news([laid(11, "3")]));
  await reconnect(13);
  const { id, after } = asked("events")!;
  latest().tell(news([laid(14, "99", "d1", 1)]));
  const events = [12, 13, 14].map((version) => laid(version, "9", "u1", 1));
  latest().tell({ type: "events", id: id!, version: 14, events });
  await vi.advanceTimersByTimeAsync(0);
  expect([after, versions(store.happened), versions(store.missed)]).toEqual([11, [11, 12, 13, 14], [12, 13]]);
  expect(versions(inOrder([...store.missed, ...store.happened]))).toEqual([11, 12, 13, 14]);
});

test("only as much is asked for as is remembered", async () => {
  await reconnect(1000);
  expect(asked("events")!["after"]).toBe(800);
});

test("one can do without what happened during a break", async () => {
  await reconnect(12);
  refused(asked("events")!.id!);
  await vi.advanceTimersByTimeAsync(0);
  expect([store.table!.version, store.happened, store.notice]).toEqual([12, [], null]);
});

test("a server that is being stopped is back with its table", async () => {
  latest().close(1012);
  expect([store.state, store.stopping]).toEqual(["lost", true]);
  await vi.advanceTimersByTimeAsync(400);
  latest().accept(table(10));
  expect([store.state, store.stopping, asked("events")]).toEqual(["open", false, undefined]);
});
