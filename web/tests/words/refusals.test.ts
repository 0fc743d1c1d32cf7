import { beforeAll, expect, test } from "vitest";
import type { Table } from "../../src/protocol";
import { Refusal } from "../../src/socket/http";
import { refusalText } from "../../src/words/refusals";
import { speak } from "../../src/words/say.svelte";
import { piles } from "../store/tables";

const table = { piles, rules: { deck: { numbers: [], colours: [] } } } as unknown as Table;
const sentence = (code: string, params: object) => refusalText(new Refusal(code, "The server’s.", { ...params }), table);

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
  return speak("en");
});

test("a card that does not fit is told with the way of the pile, which has no code for players", () => {
  expect(sentence("does-not-fit", { card: "37", pile: "u1", top: "42" })).toBe("37 does not fit: this pile goes up and shows 42.");
  expect(sentence("does-not-fit", { card: "37", pile: "d1", top: "12" })).toBe("37 does not fit: this pile goes down and shows 12.");
  expect(sentence("gift-must-improve", { card: "37", pile: "u1", top: 1 })).toBe("37 would not help: their pile goes up and shows 1.");
  expect(sentence("not-your-pile", { pile: "u1" })).toBe("This is the other player’s pile.");
});

test("other reasons are told in the server’s words", () => {
  expect(sentence("maximum-reached", { maximum: 3 })).toBe("The server’s.");
  expect(sentence("something-new", { pile: "u1" })).toBe("The server’s.");
  expect(refusalText(new Refusal("does-not-fit", "The server’s.", { pile: "u1" }), null)).toBe("The server’s.");
});
