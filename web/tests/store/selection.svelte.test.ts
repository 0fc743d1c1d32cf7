import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { LayOption } from "../../src/protocol";
import { Refusal } from "../../src/socket/http";
import { CardSelection } from "../../src/store/selection.svelte";
import { settings } from "../../src/store/settings.svelte";
import type { TableStore } from "../../src/store/table.svelte";
import { say } from "../../src/words/say.svelte";
import { choices, option, piles, view } from "./tables";

/** A table that does at once whatever it is asked to, unless it is slow. */
class Fake {
  done: string[] = [];
  /** The cards that are shown as laid. */
  laid: string[] = [];
  table = $state.raw({ seat: 0, piles, turn_since: 900, rules: { deck: { colours: [] } }, marks: { plain: false } });
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
    this.laid.push(move.card);
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
let selection: CardSelection;
beforeEach(() => {
  settings.motion = "off";
  fake = new Fake();
  selection = new CardSelection(fake as unknown as TableStore);
});

test("a chosen card goes where it is put, and nothing is chosen any more", () => {
  selection.choose("3");
  selection.put("u1");
  expect(fake.done).toEqual(["3-u1"]);
  expect(selection.chosen).toBeNull();
});

test("what the server does not offer is not shown as laid: the server is asked, and says why", () => {
  selection.put("d1", "3");
  expect([fake.done, fake.laid]).toEqual([["3-d1"], []]);
});

test("out of turn no card is shown as one that does not fit", () => {
  expect(selection.fitting).toEqual(new Set(["3", "5", "37"]));
  fake.view = view({ turn: 1 });
  fake.choices = choices([]);
  expect(selection.fitting).toBeNull();
});

test("a pile that is touched without a card says what to do", () => {
  selection.put("u1");
  expect([fake.done, fake.notice]).toEqual([[], "turn.choose-first"]);
  selection.choose("3");
  expect(fake.notice).toBeNull();
});

test("a plan is for one turn", async () => {
  fake.view = view({ turn: 1 });
  selection.put("u1", "3");
  fake.view = view({ turn: 0 });
  fake.choices = choices([], { may_end: true });
  selection.end();
  await fake.answer(true);
  expect([fake.done, selection.plan]).toEqual([["end"], []]);
});

test("what loses is asked about first", () => {
  fake.choices = choices([option("3", "u1", { loses: true })], { end_loses: true });
  selection.put("u1", "3");
  expect([selection.question?.id, fake.done]).toEqual(["lay-loses", []]);
  selection.question?.go();
  expect([selection.question, fake.done]).toEqual([null, ["3-u1"]]);
  selection.end();
  expect(selection.question?.id).toBe("end-loses");
});

test("a trick is celebrated, each time anew", () => {
  fake.choices = choices([option("3", "u1", { kind: "trick" })]);
  selection.put("u1", "3");
  const first = selection.trick?.key;
  selection.put("u1", "3");
  expect([selection.trick?.pile, selection.trick?.key !== first]).toEqual(["u1", true]);
});

test("while others play, cards go into a plan that the server looks at", async () => {
  fake.view = view({ turn: 1 });
  fake.holding = [true, false];
  selection.put("u1", "3");
  selection.put("u1", "5");
  await selection.check();
  expect(fake.done).toEqual([]);
  expect(selection.plan).toEqual([{ card: "3", pile: "u1" }, { card: "5", pile: "u1" }]);
  expect(selection.holds).toEqual([true, false]);
  expect([...selection.meant]).toEqual([["u1", ["3"]]]);
  selection.drop("3");
  expect(selection.plan).toEqual([{ card: "5", pile: "u1" }]);
});

test("cards that one no longer holds leave the plan", async () => {
  selection.plan = [{ card: "99", pile: "u1" }];
  await selection.check();
  expect([selection.plan, selection.holds]).toEqual([[], []]);
});

test("the plan plays the next lay that can be made, and only when asked", () => {
  selection.plan = [{ card: "37", pile: "u1" }, { card: "5", pile: "u1" }];
  expect(fake.done).toEqual([]);
  selection.playNext();
  expect(fake.done).toEqual(["5-u1"]);
  expect(selection.plan).toEqual([{ card: "37", pile: "u1" }]);
});

test("what is put while a lay is on its way is laid after it", async () => {
  fake.slow = true;
  selection.put("u1", "3");
  selection.put("u1", "5");
  expect(fake.done).toEqual(["3-u1"]);
  await fake.answer(true);
  expect(fake.done).toEqual(["3-u1", "5-u1"]);
});

test("a turn that is ended while a lay is on its way ends after it, unless the lay is refused", async () => {
  fake.slow = true;
  for (const done of [false, true]) {
    selection.put("u1", "3");
    selection.end();
    expect(fake.done.at(-1)).toBe("3-u1");
    await fake.answer(done);
  }
  expect(fake.done).toEqual(["3-u1", "3-u1", "end"]);
});

test("a turn is ended once, however often it is asked for, and a card that is put meanwhile waits", async () => {
  fake.slow = true;
  selection.end();
  selection.end();
  selection.put("u1", "3");
  expect(fake.done).toEqual(["end"]);
  fake.view = view({ turn: 1 });
  await fake.answer(true);
  selection.end();
  expect([fake.done.at(-1), selection.plan]).toEqual(["end", [{ card: "3", pile: "u1" }]]);
});

test("a plan is looked at whenever a pile has changed, and at no other time", () => {
  fake.view = view({ turn: 1 });
  selection.put("u1", "3");
  expect(fake.asked).toBe(1);
  const stop = $effect.root(() => {
    $effect(() => selection.keepChecking());
  });
  const after = (more: object) => {
    fake.view = view({ turn: 1, ...more });
    flushSync();
    return fake.asked;
  };
  expect(after({})).toBe(2);
  selection.put("u1", "5");
  flushSync();
  expect(fake.asked).toBe(3);
  fake.table = { ...fake.table };
  expect(after({ hands: [["5", "3", "37"], null] })).toBe(3);
  expect(after({ tops: ["20", null] })).toBe(4);
  stop();
});

test("a plan that the server does not look at stays as it is", async () => {
  fake.plan = () => Promise.reject(new Refusal("server-too-fast", "Later."));
  selection.plan = [{ card: "3", pile: "u1" }];
  await selection.check();
  expect([selection.plan.length, selection.holds, fake.notice]).toEqual([1, [], null]);
});

test("who asks for the first hint of a game is told that it marks the game, but not in a lesson", async () => {
  fake.table = { ...fake.table, marks: { plain: true } };
  await selection.askAdvice();
  expect([selection.question?.id, selection.hint]).toEqual(["hint-marks", null]);
  selection.question?.go();
  await new Promise((go) => setTimeout(go));
  expect([selection.question, selection.hinted.length]).toEqual([null, 2]);
  selection.dismiss();
  fake.isLesson = true;
  await selection.askAdvice();
  expect([selection.question, selection.hinted.length]).toEqual([null, 2]);
});

test("who takes back the first card of a game is told that it marks the game", async () => {
  await selection.takeBack();
  expect(fake.notice).toBeNull();
  fake.table = { ...fake.table, marks: { plain: true } };
  await selection.takeBack();
  expect(fake.notice).toBe(say("turn.marked-back"));
});

test("a hint stays until the player lays, or the turn is over", async () => {
  const placed = [{ card: "12", pile: "d1", covers: null }];
  for (const next of [view({ placed: [] }), view({ placed, turn: 1 })]) {
    fake.view = view({ placed });
    await selection.askAdvice();
    fake.table = { ...fake.table };
    fake.view = view({ placed: [...placed] });
    expect(selection.hint).not.toBeNull();
    fake.view = next;
    expect(selection.hint).toBeNull();
  }
});

test("a hint that was asked for in one turn is not shown in the next", async () => {
  const asking = selection.askAdvice();
  fake.table = { ...fake.table, turn_since: 990 };
  await asking;
  expect([selection.hint, selection.thinking]).toEqual([null, false]);
});

test("a player who lays a card has done with the hint", async () => {
  await selection.askAdvice();
  selection.put("d1", "37");
  expect(selection.hint).toBeNull();
});

test("a hint is followed lay by lay; the end is left to the person", async () => {
  await selection.askAdvice();
  expect(selection.hinted).toEqual([{ card: "3", pile: "u1" }, { card: "5", pile: "u1" }]);
  await selection.follow(selection.hint!.choices[0]!.moves);
  expect(fake.done).toEqual(["3-u1", "5-u1"]);
  expect(selection.hint).toBeNull();
});

test("what is refused is told", async () => {
  fake.hint = () => Promise.reject(new Refusal("host-not-ready", "Not yet."));
  await selection.askAdvice();
  expect([fake.notice, selection.thinking, selection.hint]).toEqual(["Not yet.", false, null]);
});
