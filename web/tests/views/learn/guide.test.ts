import { expect, test } from "vitest";
import type { LessonStep, Table } from "../../../src/protocol";
import { Guide } from "../../../src/views/learn/guide.svelte";

const steps: LessonStep[] = ["", "start", "lay 5-u1", "end", "watch", ""].map((todo, place) => ({
  text: `text ${place}`,
  point: [],
  do: todo,
  wrong: todo ? `not ${todo}` : "",
}));

function table(turn: number | null, hand: string[], placed: string[] = []): Table {
  const lays = hand.map((card) => ({ move: { card, pile: "u1" }, kind: "plain" }));
  const view = { turn, hands: [hand, null], placed, talk: [] };
  return { seat: 0, view, choices: { lays } } as unknown as Table;
}

test("a lesson from its beginning to its end", () => {
  const guide = new Guide(steps);
  guide.follow(table(null, ["5", "9"]));
  expect(guide.mayGoOn).toBe(true);
  guide.next();
  expect([guide.reached, guide.mayGoOn]).toEqual([1, false]);
  guide.next();
  expect(guide.reached, "something is to be done").toBe(1);
  guide.follow(table(0, ["5", "9"]));
  expect(guide.step?.do).toBe("lay 5-u1");
  guide.follow(table(0, ["9"], ["5"]));
  expect(guide.step?.do).toBe("end");
  guide.follow(table(1, ["9"]));
  expect([guide.step?.do, guide.mayGoOn]).toEqual(["watch", false]);
  guide.follow(table(0, ["9"]));
  expect([guide.step?.do, guide.mayGoOn], "the learner is not hurried on").toEqual(["watch", true]);
  guide.next();
  guide.next();
  expect([guide.over, guide.step, guide.mayGoOn]).toEqual([true, undefined, false]);
});

test("what was done while the guide did not look", () => {
  const guide = new Guide(steps.slice(1));
  guide.follow(table(0, ["9"], []));
  expect(guide.step?.do).toBe("watch");
});

test("back to what was said, and on again", () => {
  const guide = new Guide(steps);
  guide.back();
  expect(guide.shown).toBe(0);
  guide.follow(table(null, ["5"]));
  guide.next();
  guide.back();
  expect([guide.shown, guide.reached, guide.mayGoOn]).toEqual([0, 1, true]);
  guide.next();
  expect([guide.shown, guide.reached]).toEqual([1, 1]);
});

test("a try that was not meant", () => {
  const guide = new Guide(steps);
  const now = table(0, ["5", "9"]);
  guide.next();
  guide.follow(now);
  guide.back();
  expect(guide.lets({ type: "play", move: "9-u1" }, now)).toBe(false);
  expect([guide.wrong, guide.shown]).toEqual(["not lay 5-u1", 2]);
  guide.back();
  expect([guide.wrong, guide.shown], "first the step itself").toEqual(["", 2]);
  expect(guide.lets({ type: "play", move: "9-u1" }, now)).toBe(false);
  expect(guide.lets({ type: "play", move: "5-u1" }, now)).toBe(true);
  guide.follow(table(0, ["9"], ["5"]));
  expect(guide.wrong).toBe("");
});

test("who plays instead of reading is told so", () => {
  const guide = new Guide(steps);
  expect(guide.lets({ type: "play", move: "5-u1" }, table(0, ["5"]))).toBe(false);
  expect(guide.wrong).toBe("learn.wait");
});
