// What was promised for a day is remembered, and never replaced.

import { beforeEach, expect, test, vi } from "vitest";
import { keepPromise, keptPromise } from "../../src/fairness/days";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test("a promise is kept, and the first one counts", () => {
  expect(keptPromise("2027-01-15")).toBeNull();
  keepPromise("2027-01-15", "aa");
  keepPromise("2027-01-15", "bb");
  expect(keptPromise("2027-01-15")).toBe("aa");
});

test("only the latest days are kept", () => {
  for (let day = 1; day <= 31; day++) keepPromise(`2027-01-${String(day).padStart(2, "0")}`, "aa");
  expect(keptPromise("2027-01-01")).toBeNull();
  expect(keptPromise("2027-01-02")).toBe("aa");
});

test("without storage nothing is kept and nothing breaks", () => {
  vi.stubGlobal("localStorage", undefined);
  keepPromise("2027-01-15", "aa");
  expect(keptPromise("2027-01-15")).toBeNull();
});
