import { beforeEach, expect, test, vi } from "vitest";
import { Bubbles } from "../../src/store/bubbles.svelte";
import { TableStore } from "../../src/store/table.svelte";
import { latest, pretend } from "../socket/fake";
import { news, shown, table } from "./tables";

let bubbles: Bubbles;
let stop: () => void;
let version: number;
beforeEach(() => {
  pretend();
  const store = new TableStore("oak");
  version = 10;
  latest().accept(table(version));
  bubbles = new Bubbles();
  stop = bubbles.follow(store);
});

function says(text: string, seat: number | null = 1, phrase = ""): void {
  version += 1;
  latest().tell(news([shown(version, { type: "spoke", at: 0, seat, person: "Ben", phrase, text })]));
}
const after = (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  return bubbles.now?.text;
};

test("a remark pops up at once and goes after a while, later if it is long", () => {
  says("Hm");
  expect([after(0), bubbles.now?.seat]).toEqual(["Hm", 1]);
  expect(after(3099)).toBe("Hm");
  expect(after(1)).toBeUndefined();
  says("x".repeat(100));
  expect(after(7999)).toBeDefined();
  expect(after(1)).toBeUndefined();
});

test("a remark that waits for the one before does not wait long", () => {
  says("one");
  expect(after(1000)).toBe("one");
  says("two");
  says("three");
  expect(after(499)).toBe("one");
  expect(after(1)).toBe("two");
  expect(after(1500)).toBe("three");
});

test("one's own remarks, those of guests and what is taken back do not pop up", () => {
  says("mine", 0);
  says("a guest's", null);
  says("", 1, "unsay:tight");
  expect(after(0)).toBeUndefined();
});

test("nothing pops up any more when the table is closed", () => {
  says("Hm");
  stop();
  says("again");
  expect(after(0)).toBeUndefined();
});
