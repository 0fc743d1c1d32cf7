import { expect, test } from "vitest";
import { baseOf, families } from "../../../src/views/rules/variants";

const NAMES = ["original", "original-expert", "original-on-fire", "quick-and-easy", "quick-and-easy-professional", "face-to-face"];

test("variants are found under their game", () => {
  const all = families(NAMES);
  expect([...all.keys()]).toEqual(["original", "quick-and-easy", "face-to-face"]);
  expect(all.get("original")).toEqual(["original", "original-expert", "original-on-fire"]);
  expect(all.get("face-to-face")).toEqual(["face-to-face"]);
});

test("and the game from its variants", () => {
  const all = families(NAMES);
  expect(baseOf("original-on-fire", all)).toBe("original");
  expect(baseOf("of-my-own", all)).toBeUndefined();
});
