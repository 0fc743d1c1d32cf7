// Addresses, and links that are followed without loading the page anew.

import { beforeEach, expect, test, vi } from "vitest";

class Target {
  listeners: Record<string, (event: unknown) => void> = {};
  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.listeners[type] = listener;
  }
}

const content = { focus: vi.fn() };
const page = Object.assign(new Target(), { getElementById: (id: string) => (id === "content" ? content : null) });
const browser = new Target();

function visit(address: string): void {
  const { origin, pathname, search, hash } = new URL(address, "http://here");
  vi.stubGlobal("location", { origin, pathname, search, hash });
}

vi.stubGlobal("document", page);
vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
vi.stubGlobal("scrollTo", vi.fn());
vi.stubGlobal("history", { pushState: vi.fn((_: null, __: string, address: string) => visit(address)) });
visit("/");
const { follow, go, where } = await import("../../src/store/route.svelte");
follow();

/** Whether the page took care of a click. */
function click(address: string, changes: object = {}): boolean {
  const { origin, pathname, search, hash } = new URL(address, `http://here${location.pathname}${location.search}`);
  const link = { origin, pathname, search, hash, target: "", hasAttribute: () => false };
  const event = { target: { closest: () => link }, button: 0, preventDefault: vi.fn(), ...changes };
  page.listeners["click"]!(event);
  return event.preventDefault.mock.calls.length > 0;
}

beforeEach(() => {
  vi.clearAllMocks();
  go("/me?a=1");
  vi.mocked(history.pushState).mockClear();
});

test("an address in its parts", () => {
  go("/t/caf%C3%A9?step=2#code");
  expect([where().path, where().query.get("step"), where().hash]).toEqual([["t", "café"], "2", "code"]);
});

test("a garbled address is an address, too", () => {
  go("/t/%E0%A4%A/1");
  expect(where().path).toEqual(["t", "%E0%A4%A", "1"]);
});

test("a link of our own is followed here, any other by the browser", () => {
  expect(click("/rules")).toBe(true);
  expect(where().path).toEqual(["rules"]);
  expect(click("/api/about")).toBe(false);
  expect(click("http://elsewhere/")).toBe(false);
  expect(click("/about", { ctrlKey: true })).toBe(false);
  expect(where().path).toEqual(["rules"]);
});

test("a visitor who skips to the content gets there, and stays where they are", () => {
  expect(click("#content")).toBe(true);
  expect(content.focus).toHaveBeenCalledOnce();
  expect(history.pushState).not.toHaveBeenCalled();
  expect(where().hash).toBe("");
});

test("what is no place of this screen is an address", () => {
  click("/me?a=1#code");
  expect(where().hash).toBe("code");
  click("/about#content");
  expect(content.focus).not.toHaveBeenCalled();
  expect(where().path).toEqual(["about"]);
});

test("the browser's buttons", () => {
  visit("/learn/original");
  browser.listeners["popstate"]!({});
  expect(where().path).toEqual(["learn", "original"]);
});
