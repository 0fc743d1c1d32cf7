// Where the marks of a plot go.

import { expect, test } from "vitest";
import { axis, runningMean } from "../../../src/views/me/scales";

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [90, [0, 50, 100]],
  [32, [0, 10, 20, 30, 40]],
])("an axis up to %i", (most, ticks) => {
  expect(axis(most)).toEqual(ticks);
});

test("the mean follows the last values", () => {
  expect(runningMean([4, 2, 6, 0], 2)).toEqual([4, 3, 4, 3]);
  expect(runningMean([], 5)).toEqual([]);
});
