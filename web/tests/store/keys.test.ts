import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenToKeys } from "../../src/store/keys";

type Listener = (event: unknown) => void;
let heard: Listener;
let done: string[];
let chosen: string | null;
let dialog: object | null;
let stop: () => void;
let first: Set<string>;
const SIGNS: Readonly<Record<string, string>> = { r: "R", y: "Ge", g: "Gr", p: "P", w: "Ü" };

function begin(cards: string[], piles = ["u1", "u2", "d1", "d2"]): void {
  stop = listenToKeys({
    cards: () => cards,
    sign: (card) => SIGNS[card[0]!] ?? "",
    signs: () => Object.values(SIGNS),
    piles: () => piles,
    chosen: () => chosen,
    choose: (card) => (chosen = card),
    put: (pile) => done.push(`${chosen}-${pile}`),
    talkAt: (pile) => done.push(`talk ${pile}`),
    first: () => first,
    actions: { e: () => done.push("end"), p: () => done.push("plan"), l: () => done.push("log") },
  });
}
function press(keys: string, more: object = {}): void {
  for (const key of keys) heard({ key, target: null, preventDefault: () => {}, ...more });
}

beforeEach(() => {
  done = [];
  chosen = null;
  dialog = null;
  first = new Set();
  const fake = {
    addEventListener: (_: string, listener: Listener) => (heard = listener),
    removeEventListener: () => (heard = () => {}),
    querySelector: () => dialog,
  };
  globalThis.document = fake as unknown as Document;
});
afterEach(() => stop());

test("a number and a pile's letter lay a card", () => {
  begin(["3", "37", "38", "44"]);
  press("37s");
  expect(done).toEqual(["37-u2"]);
});

test("what is plain after one digit is chosen", () => {
  begin(["37", "44"]);
  press("4");
  expect(chosen).toBe("44");
});

test("a card with a colour is found by its letter, or by its number alone", () => {
  begin(["r7", "p2"]);
  press("r7");
  expect(chosen).toBe("r7");
  press("2");
  expect(chosen).toBe("p2");
});

test("a card is typed as it is written, whatever its colour is called in records", () => {
  begin(["y7", "g7", "g2"]);
  press("gr7");
  expect(chosen).toBe("g7");
  press("ge");
  expect(chosen).toBe("y7");
});

test("a player who types a colour that they do not hold does not end their turn by it", () => {
  begin(["r7"]);
  press("ge");
  expect(done).toEqual([]);
});

test("a letter that belongs to a card and to the plan plays the plan while there is one", () => {
  begin(["p2", "p5"]);
  press("p");
  expect(done).toEqual([]);
  first = new Set("p");
  press("p");
  expect(done).toEqual(["plan"]);
});

test("letters of piles do something else while no card is chosen", () => {
  begin(["37"], ["u1", "u2", "u3", "u4", "d1", "d2", "d3"]);
  press("l");
  chosen = "37";
  press("l");
  expect(done).toEqual(["log", "37-d3"]);
});

test("shift and a pile's letter talk about it", () => {
  begin(["37"]);
  press("S", { shiftKey: true });
  expect(done).toEqual(["talk u2"]);
});

test("escape chooses nothing", () => {
  begin(["37"]);
  chosen = "37";
  heard({ key: "Escape", target: null, preventDefault: () => {} });
  expect(chosen).toBeNull();
});

test("a player who writes, or is asked something, presses no keys of the table", () => {
  begin(["37"]);
  press("e", { target: { closest: () => ({}) } });
  press("e", { ctrlKey: true });
  dialog = {};
  press("e");
  expect(done).toEqual([]);
});

test("a colour of two letters can be typed slowly, and does not end the turn", () => {
  vi.useFakeTimers();
  begin(["y7", "g7"]);
  press("g");
  vi.advanceTimersByTime(5000);
  press("e7");
  expect(done).toEqual([]);
  expect(chosen).toBe("y7");
  vi.useRealTimers();
});

test("a letter with dots is a letter", () => {
  begin(["w7", "a7"]);
  press("ü7");
  expect(chosen).toBe("w7");
});
