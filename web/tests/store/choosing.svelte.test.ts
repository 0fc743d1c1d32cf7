import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { LayOption } from "../../src/protocol";
import { Refusal } from "../../src/socket/http";
import { Choosing } from "../../src/store/choosing.svelte";
import { settings } from "../../src/store/settings.svelte";
import type { TableStore } from "../../src/store/table.svelte";
import { say } from "../../src/words/say.svelte";
import { choices, option, piles, view } from "./tables";

/** A table that does at once whatever it is asked to, unless it is slow. */
class Fake {
  done: string[] = [];
  table = $state.raw({ seat: 0, piles, turn_since: 900, rules: { deck: { colours: [] } }, marks: { hints: 1 } });
  isLesson = false;
  view = $state.raw(view());
  choices = $state.raw<object | null>(choices([option("3", "u1"), option("5", "u1"), option("37", "d1")]));
  waiting = $state(false);
  notice: string | null = null;
  holding = [true, true];
  asked = 0;
  slow = false;
  arrive = (_: boolean) => {};

  lay = ({ move }: LayOption) => {
    this.waiting = this.slow;
    return this.do(`${move.card}-${move.pile}`);
  };
  act = (command: { move?: string }) => this.do(command.move ?? "");
  plan = (): Promise<object> => Promise.resolve({ holds: this.holding, asked: this.asked++ });
  hint = (): Promise<object> => Promise.resolve({ choices: [{ moves: ["3-u1", "5-u1", "end"] }], reasons: [] });

  private do(move: string): Promise<boolean> {
    this.done.push(move);
    return this.slow ? new Promise((answer) => (this.arrive = answer)) : Promise.resolve(true);
  }
  /** The slow answer comes. */
  async answer(done: boolean): Promise<void> {
    this.waiting = false;
    this.arrive(done);
    await new Promise((go) => setTimeout(go));
  }
}

let fake: Fake;
let choosing: Choosing;
beforeEach(() => {
  settings.motion = "off";
  fake = new Fake();
  choosing = new Choosing(fake as unknown as TableStore);
});

test("a chosen card goes where it is put, and nothing is chosen any more", () => {
  choosing.choose("3");
  choosing.put("u1");
  expect(fake.done).toEqual(["3-u1"]);
  expect(choosing.chosen).toBeNull();
});

test("what the server does not offer is not laid, and whoever tries is told why", () => {
  const told = () => (choosing.put("d1", "3"), fake.notice);
  expect(told()).toBe("turn.unfit.there");
  fake.view = view({ tops: [null, "2"] });
  expect(told()).toBe("turn.unfit.down");
  fake.table = { ...fake.table, piles: piles.map((pile) => ({ ...pile, owner: 1 })) };
  expect([told(), fake.done]).toEqual(["turn.unfit.there", []]);
});

test("a pile that is touched without a card says what to do", () => {
  choosing.put("u1");
  expect([fake.done, fake.notice]).toEqual([[], "turn.choose-first"]);
  choosing.choose("3");
  expect(fake.notice).toBeNull();
});

test("a plan is for one turn", async () => {
  fake.view = view({ turn: 1 });
  choosing.put("u1", "3");
  fake.view = view({ turn: 0 });
  fake.choices = choices([], { may_end: true });
  choosing.end();
  await fake.answer(true);
  expect([fake.done, choosing.plan]).toEqual([["end"], []]);
});

test("what loses is asked about first", () => {
  fake.choices = choices([option("3", "u1", { loses: true })], { end_loses: true });
  choosing.put("u1", "3");
  expect([choosing.question?.id, fake.done]).toEqual(["lay-loses", []]);
  choosing.question?.go();
  expect([choosing.question, fake.done]).toEqual([null, ["3-u1"]]);
  choosing.end();
  expect(choosing.question?.id).toBe("end-loses");
});

test("a trick is celebrated, each time anew", () => {
  fake.choices = choices([option("3", "u1", { kind: "trick" })]);
  choosing.put("u1", "3");
  const first = choosing.trick?.key;
  choosing.put("u1", "3");
  expect([choosing.trick?.pile, choosing.trick?.key !== first]).toEqual(["u1", true]);
});

test("while others play, cards go into a plan that the server looks at", async () => {
  fake.view = view({ turn: 1 });
  fake.holding = [true, false];
  choosing.put("u1", "3");
  choosing.put("u1", "5");
  await choosing.check();
  expect(fake.done).toEqual([]);
  expect(choosing.plan).toEqual([{ card: "3", pile: "u1" }, { card: "5", pile: "u1" }]);
  expect(choosing.holds).toEqual([true, false]);
  expect([...choosing.meant]).toEqual([["u1", ["3"]]]);
  choosing.drop("3");
  expect(choosing.plan).toEqual([{ card: "5", pile: "u1" }]);
});

test("cards that one no longer holds leave the plan", async () => {
  choosing.plan = [{ card: "99", pile: "u1" }];
  await choosing.check();
  expect([choosing.plan, choosing.holds]).toEqual([[], []]);
});

test("the plan plays the next lay that can be made, and only when asked", () => {
  choosing.plan = [{ card: "37", pile: "u1" }, { card: "5", pile: "u1" }];
  expect(fake.done).toEqual([]);
  choosing.playNext();
  expect(fake.done).toEqual(["5-u1"]);
  expect(choosing.plan).toEqual([{ card: "37", pile: "u1" }]);
});

test("what is put while a lay is on its way is laid after it", async () => {
  fake.slow = true;
  choosing.put("u1", "3");
  choosing.put("u1", "5");
  expect(fake.done).toEqual(["3-u1"]);
  await fake.answer(true);
  expect(fake.done).toEqual(["3-u1", "5-u1"]);
});

test("a turn that is ended while a lay is on its way ends after it, unless the lay is refused", async () => {
  fake.slow = true;
  for (const done of [false, true]) {
    choosing.put("u1", "3");
    choosing.end();
    expect(fake.done.at(-1)).toBe("3-u1");
    await fake.answer(done);
  }
  expect(fake.done).toEqual(["3-u1", "3-u1", "end"]);
});

test("a turn is ended once, however often it is asked for, and a card that is put meanwhile waits", async () => {
  fake.slow = true;
  choosing.end();
  choosing.end();
  choosing.put("u1", "3");
  expect(fake.done).toEqual(["end"]);
  fake.view = view({ turn: 1 });
  await fake.answer(true);
  choosing.end();
  expect([fake.done.at(-1), choosing.plan]).toEqual(["end", [{ card: "3", pile: "u1" }]]);
});

test("a plan is looked at whenever a pile has changed, and at no other time", () => {
  fake.view = view({ turn: 1 });
  choosing.put("u1", "3");
  expect(fake.asked).toBe(1);
  const stop = $effect.root(() => {
    $effect(() => choosing.keepChecking());
  });
  const after = (more: object) => {
    fake.view = view({ turn: 1, ...more });
    flushSync();
    return fake.asked;
  };
  expect(after({})).toBe(2);
  choosing.put("u1", "5");
  flushSync();
  expect(fake.asked).toBe(3);
  fake.table = { ...fake.table };
  expect(after({ hands: [["5", "3", "37"], null] })).toBe(3);
  expect(after({ tops: ["20", null] })).toBe(4);
  stop();
});

test("a plan that the server does not look at stays as it is", async () => {
  fake.plan = () => Promise.reject(new Refusal("server-too-fast", "Later."));
  choosing.plan = [{ card: "3", pile: "u1" }];
  await choosing.check();
  expect([choosing.plan.length, choosing.holds, fake.notice]).toEqual([1, [], null]);
});

test("who asks for the first hint of a game is told that it marks the game, but not in a lesson", async () => {
  fake.table = { ...fake.table, marks: { hints: 0 } };
  await choosing.askAdvice();
  expect([choosing.question?.id, choosing.advice]).toEqual(["hint-marks", null]);
  choosing.question?.go();
  await new Promise((go) => setTimeout(go));
  expect([choosing.question, choosing.advised.length]).toEqual([null, 2]);
  choosing.dismiss();
  fake.isLesson = true;
  await choosing.askAdvice();
  expect([choosing.question, choosing.advised.length]).toEqual([null, 2]);
});

test("who takes back the first card of a game is told that it marks the game", async () => {
  await choosing.takeBack();
  expect(fake.notice).toBeNull();
  fake.table = { ...fake.table, marks: { hints: 0 } };
  await choosing.takeBack();
  expect(fake.notice).toBe(say("turn.marked-back"));
});

test("advice stays until somebody lays, or the turn is over", async () => {
  const placed = [{ card: "12", pile: "d1", covers: null }];
  for (const next of [view({ placed: [] }), view({ placed, turn: 1 })]) {
    fake.view = view({ placed });
    await choosing.askAdvice();
    fake.table = { ...fake.table };
    fake.view = view({ placed: [...placed] });
    expect(choosing.advice).not.toBeNull();
    fake.view = next;
    expect(choosing.advice).toBeNull();
  }
});

test("advice that was asked for in one turn is not shown in the next", async () => {
  const asking = choosing.askAdvice();
  fake.table = { ...fake.table, turn_since: 990 };
  await asking;
  expect([choosing.advice, choosing.thinking]).toEqual([null, false]);
});

test("whoever lays a card has done with the advice", async () => {
  await choosing.askAdvice();
  choosing.put("d1", "37");
  expect(choosing.advice).toBeNull();
});

test("advice is followed lay by lay; the end is left to the person", async () => {
  await choosing.askAdvice();
  expect(choosing.advised).toEqual([{ card: "3", pile: "u1" }, { card: "5", pile: "u1" }]);
  await choosing.follow(choosing.advice!.choices[0]!.moves);
  expect(fake.done).toEqual(["3-u1", "5-u1"]);
  expect(choosing.advice).toBeNull();
});

test("what is refused is told", async () => {
  fake.hint = () => Promise.reject(new Refusal("host-not-ready", "Not yet."));
  await choosing.askAdvice();
  expect([fake.notice, choosing.thinking, choosing.advice]).toEqual(["Not yet.", false, null]);
});
