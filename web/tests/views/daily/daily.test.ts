import { describe, expect, it } from "vitest";
import { dayAfter, dayAt, isDay } from "../../../src/views/daily/days";
import { seedOf } from "../../../src/views/daily/seed";

describe("the seed of a deal", () => {
  it("is what docs/daily.md tells", () => {
    const secret = "5ec7e7".repeat(10) + "5ec7";
    expect(seedOf(secret, "2027-01-15", "original").slice(0, 16)).toBe("2db2ae39ea8e8579");
  });
});

describe("days", () => {
  it("follow each other, whatever the clock of the device", () => {
    expect(dayAfter("2026-12-31")).toBe("2027-01-01");
    expect(dayAfter("2024-03-01", -1)).toBe("2024-02-29");
  });

  it("change at midnight, by UTC", () => {
    expect(dayAt(Date.UTC(2026, 10, 16, 23, 59, 59) / 1000)).toBe("2026-11-16");
    expect(dayAt(Date.UTC(2026, 10, 17) / 1000)).toBe("2026-11-17");
  });

  it("are written in one way", () => {
    expect(isDay("2026-11-16")).toBe(true);
    for (const text of ["", "today", "2026-13-01", "2026-02-31", "16.11.2026"]) expect(isDay(text)).toBe(false);
  });
});
