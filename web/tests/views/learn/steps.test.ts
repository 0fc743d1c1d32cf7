import { describe, expect, test } from "vitest";
import type { LayOption, LessonStep, Table } from "../../../src/protocol";
import type { Command } from "../../../src/socket/connection";
import { allows, commandFor, isDone, layFor } from "../../../src/views/learn/steps";

const step = (todo: string, ...point: string[]): LessonStep => ({ text: "…", point, do: todo, wrong: "no" });

const lay = (card: string, pile: string, kind: LayOption["kind"] = "plain"): LayOption => ({
  move: { card, pile },
  step: 1,
  kind,
  covers_fire: false,
  loses: false,
});

/** A table with this learner at seat 0. */
function table(seen: object, lays: LayOption[] = []): Table {
  const view = { turn: 0, hands: [["4", "94"], null], placed: [], talk: [], ...seen };
  return { seat: 0, view, choices: { lays } } as unknown as Table;
}

describe("what has been done", () => {
  test.each([
    ["start", { turn: null }, false],
    ["start", { turn: 0 }, true],
    ["lay 94-d1", {}, false],
    ["lay 94-d1", { hands: [["4"], null] }, true],
    ["end", { placed: [{}] }, false],
    ["end", { turn: 1, placed: [] }, true],
    ["end", { turn: 0, placed: [] }, true], // the coach has played meanwhile
    ["watch", { turn: 1 }, false],
    ["watch", { turn: 0, placed: [{}] }, false],
    ["watch", { turn: 0, placed: [] }, true],
    ["say leave:d1", {}, false],
    ["say leave:d1", { talk: [{ seat: 1, phrase: "leave:d1" }] }, false],
    ["say leave:d1", { talk: [{ seat: 0, phrase: "leave:u1" }] }, false],
    ["say leave:d1", { talk: [{ seat: 0, phrase: "leave:d1" }] }, true],
    ["", {}, false],
  ])("%s with %j: %s", (todo, seen, done) => {
    expect(isDone(step(todo), table(seen))).toBe(done);
  });

  test("a trick is done when the card that it is about is gone", () => {
    const trick = step("trick", "card 4", "pile u1");
    expect(isDone(trick, table({}))).toBe(false);
    expect(isDone(trick, table({ hands: [["94"], null] }))).toBe(true);
  });

  test("nothing is done before there are cards", () => {
    expect(isDone(step("start"), { seat: 0, view: null, choices: null })).toBe(false);
  });
});

describe("what may be done", () => {
  const now = table({}, [lay("94", "d1"), lay("94", "d2"), lay("4", "u1", "trick")]);
  const play = (move: string): Command => ({ type: "play", move });

  test.each<[string, Command, boolean]>([
    ["lay 94-d1", play("94-d1"), true],
    ["lay 94-d1", play("94-d2"), false],
    ["lay 94-d1", play("end"), false],
    ["trick", play("4-u1"), true],
    ["trick", play("94-d1"), false],
    ["end", play("end"), true],
    ["watch", play("end"), true], // a turn that ends by itself
    ["watch", play("94-d1"), false],
    ["", play("94-d1"), false],
    ["", play("end"), false],
    ["start", { type: "start" }, true],
    ["start", { type: "start", seat: 1 }, false],
    ["end", { type: "start" }, false],
    ["lay 94-d1", { type: "say", phrase: "thanks" }, true],
    ["", { type: "resign" }, true],
  ])("%s and %j: %s", (todo, command, allowed) => {
    expect(allows(step(todo), command, now)).toBe(allowed);
  });

  test("what is shown is what is asked for", () => {
    expect(layFor(step("lay 94-d2"), now)?.move).toEqual({ card: "94", pile: "d2" });
    expect(layFor(step("trick"), now)?.move).toEqual({ card: "4", pile: "u1" });
    expect(layFor(step("lay 50-d2"), now)).toBeUndefined();
    expect(commandFor(step("end"))).toEqual({ type: "play", move: "end" });
    expect(commandFor(step("start"))).toEqual({ type: "start" });
    expect(commandFor(step("say low:red"))).toEqual({ type: "say", phrase: "low:red" });
    expect(commandFor(step("lay 94-d2"))).toBeNull();
  });
});
