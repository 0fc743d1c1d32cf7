import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { elementOf, shiftFor } from "../../../src/views/learn/targets";

const box = (y: number, height: number) => ({ x: 0, y, width: 10, height });

test.each([
  ["everything is in sight", [box(200, 50)], 0],
  ["too low", [box(600, 50)], 50],
  ["beneath the bubble", [box(50, 50)], -50],
  ["both are too low", [box(550, 20), box(620, 30)], 50],
  ["too much for the window: the first one counts", [box(650, 20), box(90, 20)], 70],
  ["taller than the window", [box(50, 900)], -50],
  ["nothing", [], 0],
])("%s", (_, boxes, shift) => {
  expect(shiftFor(boxes, 100, 600)).toBe(shift);
});

test("by the names that lessons have for things", () => {
  const asked: string[] = [];
  const nothing = { querySelector: (selector: string) => (asked.push(selector), null) };
  expect(elementOf("card r7", nothing as unknown as ParentNode)).toBeNull();
  expect(elementOf("seat 1", nothing as unknown as ParentNode)).toBeNull();
  expect(elementOf("nonsense", nothing as unknown as ParentNode)).toBeNull();
  expect(asked).toEqual(['button[data-card="r7"]', ".seats > :nth-child(2)"]);
});

test("nothing is looked for that no part of the page carries", () => {
  const asked: string[] = [];
  const nothing = { querySelector: (selector: string) => (asked.push(selector), null) } as unknown as ParentNode;
  const points = ["card 5", "pile u1", "seat 0", "talk", "talk u1", "hand", "line", "piles", "stock", "end", "start"];
  for (const point of points) elementOf(point, nothing);
  const page = readdirSync("src", { recursive: true, encoding: "utf-8" })
    .filter((file) => file.endsWith(".svelte"))
    .map((file) => readFileSync(`src/${file}`, "utf-8"))
    .join();
  const attributes = asked.flatMap((selector) => [...selector.matchAll(/\[([\w-]+)/g)].map((found) => found[1]!));
  expect(attributes.length).toBeGreaterThan(3);
  expect(attributes.filter((name) => !page.includes(`${name}=`))).toEqual([]);
});
