import { expect, test } from "vitest";
import type { Table } from "../../../src/protocol";
import { lettersHere } from "../../../src/views/table/keyboard";

const letters = (more: object = {}) =>
  lettersHere({ seat: 0, seats: [{}, {}], view: { takebacks: true }, phrases: ["thanks"], ...more } as unknown as Table).join("");

test("only keys that do something here are told of", () => {
  expect(letters()).toBe("ezhptl");
  expect(letters({ view: { takebacks: false } })).toBe("ehptl");
  expect(letters({ seats: [{}], phrases: [] })).toBe("ezhl");
  expect(letters({ seat: null })).toBe("l");
});
