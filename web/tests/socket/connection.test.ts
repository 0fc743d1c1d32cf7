// The connection over a socket of our own: what is sent, resent and answered.

import { beforeEach, expect, test, vi } from "vitest";
import type { FromServer, Refused } from "../../src/protocol";
import { Connection, type State } from "../../src/socket/connection";
import { FakeSocket, latest, pretend } from "./fake";

const states: State[] = [];
const received: FromServer[] = [];
const ends: Refused[] = [];
let stops = 0;

function connect(): Connection {
  return new Connection("ws://here", {
    received: (message) => received.push(message),
    changed: (state) => states.push(state),
    stopping: () => stops++,
    ended: (why) => ends.push(why),
  });
}
const asked = (type: string) => latest().sent.filter((message) => message.type === type).length;
const refused = (code: string, id: string | null): Refused => ({ type: "refused", code, params: {}, message: code, id });

beforeEach(() => {
  pretend();
  stops = 0;
  for (const list of [states, received, ends]) list.length = 0;
});

test("a command is done when its news come", async () => {
  const connection = connect();
  latest().accept();
  const done = connection.act({ type: "play", move: "end" });
  const { id } = latest().sent.at(-1)!;
  latest().tell({ type: "news", events: [], choices: null, done: id! });
  await done;
  expect(received.map((message) => message.type)).toEqual(["table", "news"]);
});

test("a refusal goes to the caller", async () => {
  const connection = connect();
  latest().accept();
  const done = connection.act({ type: "play", move: "end" });
  latest().tell(refused("table-not-your-turn", latest().sent.at(-1)!.id!));
  await expect(done).rejects.toMatchObject({ code: "table-not-your-turn" });
  expect(ends).toEqual([]);
});

test("what was not answered is sent again under the same id", async () => {
  const connection = connect();
  latest().accept();
  const done = connection.act({ type: "play", move: "end" });
  const { id } = latest().sent.at(-1)!;
  latest().close();
  expect(states.at(-1)).toBe("lost");
  await vi.advanceTimersByTimeAsync(400);
  expect(FakeSocket.all).toHaveLength(2);
  latest().accept();
  expect(latest().sent.filter((message) => message.id === id)).toHaveLength(1);
  latest().tell({ type: "done", id: id!, versions: [] });
  await done;
});

test("asking meanwhile waits for the connection", async () => {
  const connection = connect();
  latest().accept();
  latest().close();
  const done = connection.act({ type: "leave" });
  await vi.advanceTimersByTimeAsync(400);
  latest().accept();
  latest().tell({ type: "done", id: latest().sent[0]!.id!, versions: [3] });
  await done;
});

test("it waits longer and longer, and at once again after a table", async () => {
  connect();
  for (const wait of [300, 600, 1200, 2400, 4800, 5000, 5000]) {
    latest().close();
    const before = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(FakeSocket.all).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all).toHaveLength(before + 1);
  }
  latest().accept();
  latest().close();
  await vi.advanceTimersByTimeAsync(300);
  expect(FakeSocket.all).toHaveLength(9);
});

test("a refusal with which the socket is closed ends the connection, with its reason", async () => {
  connect();
  latest().tell(refused("host-no-table", null));
  latest().close(1008);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(ends.map((why) => why.code)).toEqual(["host-no-table"]);
  expect(states.at(-1)).toBe("ended");
});

test.each(["host-too-slow", "server-too-fast"])("after %s one comes back", async (code) => {
  connect();
  latest().accept();
  latest().tell(refused(code, null));
  latest().close(1008);
  await vi.advanceTimersByTimeAsync(400);
  expect(FakeSocket.all).toHaveLength(2);
  expect(ends).toEqual([]);
});

test.each(["host-busy", "server-too-fast"])("a table that is not told because of %s is asked for again", async (code) => {
  const connection = connect();
  latest().accept();
  connection.refresh();
  latest().tell(refused(code, null));
  expect([states.at(-1), ends, asked("table")]).toEqual(["open", [], 1]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked("table")).toBe(2);
  latest().tell({ type: "table" } as FromServer);
  latest().tell(refused(code, null));
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked("table")).toBe(2);
});

test("a dead connection is noticed", async () => {
  connect();
  latest().accept();
  await vi.advanceTimersByTimeAsync(21_000);
  expect(asked("ping")).toBe(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a hidden page, whose timers are slow, keeps a connection that answers", async () => {
  connect();
  latest().accept();
  for (let minute = 0; minute < 5; minute++) {
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(20_000);
    latest().tell({ type: "pong", now: 0 });
  }
  expect([FakeSocket.all.length, asked("ping")]).toEqual([1, 5]);
});

test("that the server is being stopped is told, however it says so", async () => {
  connect();
  for (const [code, expected] of [[1001, 1], [1012, 2], [1006, 2]] as const) {
    latest().accept();
    latest().tell(refused("host-stopping", null));
    latest().close(code);
    expect(stops).toBe(expected);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(ends).toEqual([]);
});
