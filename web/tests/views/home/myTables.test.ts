import { describe, expect, it } from "vitest";
import type { MyTable } from "../../../src/protocol";
import { isMyTurn, running, stateOf } from "../../../src/views/home/myTables";

const at = (changes: Partial<MyTable>): MyTable => ({
  table: "oak",
  game: "original",
  phase: "playing",
  number: 1,
  version: 9,
  seat: 0,
  turn: 1,
  seats: [],
  since: 100,
  ...changes,
});

describe("running games", () => {
  it("are those that are not over", () => {
    const tables = [at({ phase: "over" }), at({ phase: "closed" }), at({ table: "elm", phase: "gathering" })];
    expect(running(tables).map(({ table }) => table)).toEqual(["elm"]);
  });

  it("come with one's turn first, then the latest", () => {
    const tables = [
      at({ table: "old", since: 1 }),
      at({ table: "new", since: 3 }),
      at({ table: "mine", turn: 0, since: 2 }),
    ];
    expect(running(tables).map(({ table }) => table)).toEqual(["mine", "new", "old"]);
  });

  it("tell what is going on", () => {
    expect(stateOf(at({}))).toEqual({ id: "turn", seat: 1 });
    expect(stateOf(at({ turn: 0 }))).toEqual({ id: "your-turn", seat: 0 });
    expect(stateOf(at({ phase: "gathering", turn: 0 }))).toEqual({ id: "gathering", seat: null });
  });

  it("wait for no spectator, and for no player before the deal", () => {
    expect(isMyTurn(at({ seat: null, turn: null }))).toBe(false);
    expect(isMyTurn(at({ seat: null, phase: "agreeing", turn: null }))).toBe(false);
    expect(isMyTurn(at({ phase: "agreeing", turn: null }))).toBe(true);
    expect(isMyTurn(at({ phase: "gathering", turn: 0 }))).toBe(false);
  });
});
