import { describe, expect, it } from "vitest";
import type { Game } from "../../../src/protocol";
import { TILES, asked, canAdd, optionsOf, switched, usual, variantOf, withFriends } from "../../../src/views/home/games";

const NAMES = [
  "original",
  "original-expert",
  "original-on-fire",
  "original-expert-short-hands",
  "original-expert-on-fire",
  "original-expert-short-hands-on-fire",
  "quick-and-easy",
  "quick-and-easy-professional",
  "face-to-face",
];
const GAMES: Game[] = NAMES.map((name) => ({ name, players: [2], talk: ["free"], daily: false, duel: false }));
const [original, fire, quick, duel] = TILES as [(typeof TILES)[0], (typeof TILES)[0], (typeof TILES)[0], (typeof TILES)[0]];

describe("variants", () => {
  it("are named by their options in one order", () => {
    expect(variantOf(original, [])).toBe("original");
    expect(variantOf(original, ["short-hands", "expert"])).toBe("original-expert-short-hands");
    expect(variantOf(fire, ["expert"])).toBe("original-expert-on-fire");
    expect(variantOf(quick, ["professional"])).toBe("quick-and-easy-professional");
  });

  it("are offered where the server has them, but for what is a game of its own", () => {
    expect(optionsOf(original, GAMES)).toEqual(["expert", "short-hands"]);
    expect(optionsOf(fire, GAMES)).toEqual(["expert", "short-hands"]);
    expect(optionsOf(quick, GAMES)).toEqual(["professional"]);
    expect(optionsOf(duel, GAMES)).toEqual([]);
  });

  it("all of them can be reached", () => {
    const reached = TILES.flatMap((tile) => {
      const options = optionsOf(tile, GAMES);
      return [[], options.slice(0, 1), options].map((chosen) => variantOf(tile, chosen));
    });
    expect([...new Set(reached)].sort()).toEqual([...NAMES].sort());
  });

  it("some options only come on top of another, and go with it", () => {
    expect(canAdd(original, [], "short-hands", GAMES)).toBe(false);
    expect(canAdd(original, ["expert"], "short-hands", GAMES)).toBe(true);
    expect(switched(original, [], "expert", GAMES)).toEqual(["expert"]);
    expect(switched(original, ["expert", "short-hands"], "expert", GAMES)).toEqual([]);
    expect(switched(original, ["expert", "short-hands"], "short-hands", GAMES)).toEqual(["expert"]);
  });
});

describe("tables", () => {
  it("are asked for without what the page keeps to itself", () => {
    const wanted = asked("original", { ...usual(3), options: ["expert"], talk: "silent" });
    expect(wanted).toMatchObject({ game: "original", players: 3, talk: "silent" });
    expect(wanted).not.toHaveProperty("bot");
    expect(wanted).not.toHaveProperty("options");
  });

  it("have seats for friends", () => {
    expect(withFriends(original, usual(1)).players).toBe(4);
    expect(withFriends(original, usual(3)).players).toBe(3);
    expect(withFriends(quick, usual(2)).players).toBe(4);
    expect(withFriends(duel, usual(2)).players).toBe(2);
  });
});
