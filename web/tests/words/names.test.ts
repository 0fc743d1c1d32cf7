import { expect, test } from "vitest";
import type { Rules, Seat } from "../../src/protocol";
import { botDescription, botName, colourSign, seatName } from "../../src/words/names";
import { initial } from "../../src/words/phrases";
import { speak } from "../../src/words/say.svelte";

const free: Seat = { person: null, name: "", bot: null, away_since: null, stand_in: null, awaits: null };
const bot = (name: string): Seat => ({ ...free, bot: name });

test("bots of one kind are told apart, by the same number everywhere", () => {
  const table = { seat: 0, seats: [free, bot("ada"), bot("bo"), bot("ada")] };
  const names = [1, 2, 3].map((seat) => [seatName(seat, table), initial(seat, table)]);
  expect(names).toEqual([
    ["ada 1", "A1"],
    ["bo", "B"],
    ["ada 2", "A2"],
  ]);
});

test("people of one name are told apart, too; free seats have none", () => {
  const ann: Seat = { ...free, person: "1", name: "Ann" };
  const names = (seat: number | null) => [0, 1, 2, 3].map((place) => seatName(place, { seat, seats: [ann, ann, free, free] }));
  expect(names(null)).toEqual(["Ann 1", "Ann 2", "people.free", "people.free"]);
  expect(names(0)[1]).toBe("Ann 2");
});

test("a colour is written with as many letters as tell it from the others", () => {
  const signs = (...colours: string[]) => {
    const rules = { deck: { colours } } as unknown as Rules;
    return colours.map((colour) => colourSign(colour, rules));
  };
  expect(signs("rot", "gelb", "grün", "blau", "lila")).toEqual(["R", "Ge", "Gr", "B", "L"]);
  expect(signs("red", "blue")).toEqual(["R", "B"]);
  expect(signs("gr", "grün")).toEqual(["G", "Grü"]);
});

test("a bot at a level has the name and the description of its kind; a package's bot has no description", async () => {
  globalThis.document ??= { documentElement: {} } as Document;
  await speak("en");
  expect(botName("master:deep")).toBe("Master");
  expect(botDescription("master:deep")).toMatch(/^Looks ahead/);
  expect(botName("bo:quick")).toBe("bo:quick");
  expect(botDescription("bo:quick")).toBe("");
});
