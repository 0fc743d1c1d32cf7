import { beforeEach, expect, test } from "vitest";
import type { Rules } from "../../src/protocol";
import { HandOrder } from "../../src/store/order.svelte";
import { settings } from "../../src/store/settings.svelte";

const rules = { deck: { colours: [], numbers: [] } } as unknown as Rules;
let held = $state.raw<readonly string[]>([]);
let hand: HandOrder;

beforeEach(() => {
  settings.sorted = true;
  held = ["37", "5", "12", "80"];
  hand = new HandOrder(() => held, () => rules);
});

test("a hand is sorted until the player puts a card elsewhere", () => {
  expect(hand.cards).toEqual(["5", "12", "37", "80"]);
  hand.move("5", "37");
  expect(hand.cards).toEqual(["12", "37", "5", "80"]);
  hand.move("80", "12");
  expect(hand.cards).toEqual(["80", "12", "37", "5"]);
});

test("what is new comes behind what was put, and what is gone leaves no place", () => {
  hand.move("80", "5");
  held = ["37", "80", "20", "10"];
  expect(hand.cards).toEqual(["80", "37", "10", "20"]);
});
