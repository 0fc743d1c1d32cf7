import { expect, test } from "vitest";
import { byPile, covering, formatLay, parseLay } from "../../src/board/lays";

const piles = [
  { name: "u1", up: true, base: 1, owner: null },
  { name: "d1", up: false, base: 100, owner: null },
];

test("a lay is read and written as the server does", () => {
  expect(parseLay("37-u1")).toEqual({ card: "37", pile: "u1" });
  expect(parseLay("r7-d1")).toEqual({ card: "r7", pile: "d1" });
  expect(parseLay("end")).toBeNull();
  expect(formatLay({ card: "37", pile: "u1" })).toBe("37-u1");
});

test("each lay covers what the one before it has left", () => {
  const found = covering(["30-u1", "20-u1", "90-d1"].map((move) => parseLay(move)!), piles, ["24", null]);
  expect(found.map((lay) => lay.beneath)).toEqual([24, 30, 100]);
});

test("what no longer holds changes nothing", () => {
  const found = covering(["10-u1", "30-u1"].map((move) => parseLay(move)!), piles, ["24", null], [false, true]);
  expect(found.map((lay) => lay.beneath)).toEqual([24, 24]);
});

test("a pile that is not there is left out", () => {
  expect(covering([{ card: "3", pile: "u9" }], piles, [null, null])).toEqual([]);
});

test("cards by the pile they are meant for, in their order", () => {
  const found = byPile(["30-u1", "90-d1", "20-u1"].map((move) => parseLay(move)!));
  expect([...found]).toEqual([
    ["u1", ["30", "20"]],
    ["d1", ["90"]],
  ]);
});
