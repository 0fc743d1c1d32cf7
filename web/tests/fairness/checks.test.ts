// Deals of whole games, written down by the tables of tests/table/lives.py: one seat's view of everything
// that happened, the record, and the number that this seat had promised.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Game, dayChecks, fairChecks } from "../../src/fairness/checks";
import { dealOf } from "../../src/fairness/deal";
import { digest } from "../../src/fairness/digest";
import { signature } from "../../src/fairness/sha256";
import { headersOf } from "../../src/fairness/record";
import { type Promises, seedOf } from "../../src/fairness/shares";
import { type Check, summary } from "../../src/fairness/states";
import type { Step } from "../../src/store/steps";

interface Kept extends Game {
  readonly seat: number;
  readonly number: string;
  readonly record: string;
}
const GAMES = JSON.parse(readFileSync(new URL("games.json", import.meta.url), "utf-8")) as Record<string, Kept>;
const NAMES = Object.keys(GAMES);

const promises = (game: Kept) => headersOf(game.record).promises!;
/** What this seat's device has known since before the deal. */
const own = (game: Kept) => ({
  seat: game.seat,
  promised: { commitment: promises(game).commitment, number: game.number },
});
const checked = (game: Kept, changes: object = {}) => fairChecks(game, { ...promises(game), ...changes }, [own(game)]);
const flaws = (checks: readonly Check[]) => checks.filter((check) => check.state === "flaw").map((check) => check.id);
const open = (checks: readonly Check[]) => checks.filter((check) => check.state === "open").map((check) => check.id);

test("the seed of docs/table.md", () => {
  const number = (letter: string) => letter.repeat(64);
  const share = (seat: number, commitment: string, nonce: string) => ({ seat, commitment, nonce, left_out: !nonce });
  const shares = [
    share(0, digest(number("a")), number("a")),
    share(1, digest(number("b")), ""),
    share(3, "", ""),
  ];
  const secret = `${"5ec7e7".repeat(10)}5ec7`;
  expect(seedOf({ secret, commitment: digest(secret), shares })).toBe(
    "df1d862a9944a4d101766836e4fc624668e82f0d94d839544d6bd715e74be591",
  );
});

test("the seed of docs/daily.md", () => {
  const secret = `${"5ec7e7".repeat(10)}5ec7`;
  const seed = signature(secret, "2027-01-15/original");
  expect(seed.slice(0, 16)).toBe("2db2ae39ea8e8579");
  const hand = dealOf({ ...GAMES["original"]!.rules, hands: [[1, 8]] }, 1, seed).hands[0];
  expect(hand).toEqual(["9", "12", "32", "47", "68", "72", "73", "89"]);
});

describe.each(NAMES)("a game of %s", (name) => {
  const game = GAMES[name]!;

  test("is right in everything", () => {
    const checks = checked(game);
    expect(summary(checks)).toBe("good");
    const shares = Array<string>(game.players).fill("share-told");
    const lot = name === "face-to-face" ? ["starter"] : [];
    expect(checks.map((check) => check.id)).toEqual(["promise", "secret", ...shares, "own", "seed", "cards", ...lot]);
  });

  test("the seed of the record follows", () => {
    expect(headersOf(game.record).seed).toBe(seedOf(promises(game)));
  });

  test("another secret is noticed", () => {
    const checks = checked(game, { secret: digest("other") });
    expect(flaws(checks)).toEqual(["secret"]);
    expect(open(checks)).toEqual(["seed", "cards"]);
  });

  test("a secret chosen later, from which all the rest follows, is not the one that was promised", () => {
    const secret = digest("other");
    const chosen = { ...promises(game), secret, commitment: digest(secret) };
    expect(flaws(fairChecks(dealtBy(game, chosen), chosen, [own(game)]))).toEqual(["promise"]);
  });

  test("a number that was dropped, so that the cards are the server’s choice, is noticed", () => {
    for (const shares of [[], promises(game).shares.filter(({ seat }) => seat !== game.seat)]) {
      const chosen = { ...promises(game), shares };
      const checks = fairChecks(dealtBy(game, chosen), chosen, [own(game)]);
      expect(flaws(checks)).toEqual(["own"]);
    }
  });

  test("a number that came too late by the record leaves it open", () => {
    const late = [
      { commitment: "", nonce: "", left_out: true },
      { commitment: digest(game.number), nonce: "", left_out: true },
    ];
    for (const share of late) {
      const shares = promises(game).shares.map((one) => (one.seat === game.seat ? { ...one, ...share } : one));
      const chosen = { ...promises(game), shares };
      for (const seat of [game.seat, null]) {
        const checks = fairChecks(dealtBy(game, chosen), chosen, [{ ...own(game), seat }]);
        expect([flaws(checks), open(checks), summary(checks)]).toEqual([[], ["own-late"], "open"]);
      }
    }
  });

  test("a person who has left the table still finds their number", () => {
    expect(summary(fairChecks(game, promises(game), [{ ...own(game), seat: null }]))).toBe("good");
    const chosen = { ...promises(game), shares: [] };
    expect(flaws(fairChecks(dealtBy(game, chosen), chosen, [{ ...own(game), seat: null }]))).toEqual(["own"]);
  });

  test("another number of a player is noticed", () => {
    const [first, ...rest] = promises(game).shares;
    const shares = [{ ...first!, nonce: digest("other") }, ...rest];
    expect(flaws(checked(game, { shares }))).toContain("share-told");
  });

  test("a number that is not this device's is noticed", () => {
    const promised = { ...own(game).promised, number: digest("mine") };
    expect(flaws(fairChecks(game, promises(game), [{ seat: game.seat, promised }]))).toEqual(["own"]);
  });

  test("without a number of one's own that stays open", () => {
    const unknown = fairChecks(game, promises(game), [{ seat: game.seat, promised: null }]);
    expect([open(unknown), summary(unknown)]).toEqual([["own"], "open"]);
    const without = fairChecks(game, { ...promises(game), shares: [] }, [{ seat: game.seat, promised: null }]);
    expect(open(without)).toContain("own");
    expect(open(fairChecks(game, promises(game), [{ seat: null, promised: null }]))).toEqual([]);
  });

  test("a share of a seat that is not there is wrong, and so is a record that cannot be read", () => {
    const shares = [...promises(game).shares, { seat: 7, commitment: "", nonce: "", left_out: true }];
    for (const checks of [checked(game, { shares }), fairChecks(game, promises(game), [own(game)], false)]) {
      expect([flaws(checks), open(checks)]).toEqual([["seed"], ["cards"]]);
    }
  });

  test("all players at the same device are looked at, and the worst of it is shown", () => {
    const beside = (promised: object) => ({ seat: null, promised: { ...own(game).promised, ...promised } });
    expect(summary(fairChecks(game, promises(game), [own(game), beside({})]))).toBe("good");
    const checks = (promised: object) => flaws(fairChecks(game, promises(game), [own(game), beside(promised)]));
    expect(checks({ number: digest("theirs") })).toEqual(["own"]);
    expect(checks({ commitment: digest("another secret") })).toEqual(["promise"]);
  });

  test.each(["dealt", "laid", "drawn"] as const)("another card that was %s is noticed", (type) => {
    const steps = game.steps.map((step, place, all) => (place === first(all, type) ? forged(step) : step));
    expect(flaws(fairChecks({ ...game, steps }, promises(game), [own(game)]))).toEqual(["cards"]);
  });

  test("another order of the stock is noticed", () => {
    const stocks = game.end.stocks.map((stock) => stock && [...stock].reverse());
    const hands = game.end.hands.map((hand) => hand && hand.slice(1));
    for (const end of [{ ...game.end, stocks }, { ...game.end, hands }]) {
      if (JSON.stringify(end) === JSON.stringify(game.end)) continue;
      expect(flaws(fairChecks({ ...game, end }, promises(game), [own(game)]))).toEqual(["cards"]);
    }
  });
});

/** A game whose cards really follow from these promises, whatever they are: as a server would forge it. */
function dealtBy(game: Kept, chosen: Promises): Game {
  const seed = seedOf(chosen);
  const { hands, stocks, lot } = dealOf(game.rules, game.players, seed);
  const dealt = { type: "dealt", hands, starter: null } as unknown as Step;
  const began = { type: "turn-began", seat: lot ?? 0, minimum: 2 } as const;
  return { ...game, steps: [dealt, began], end: { hands, stocks, seed } };
}

function first(steps: readonly Step[], type: Step["type"]): number {
  return steps.findIndex((step) => step.type === type && !(step.type === "drawn" && step.cards === null));
}

function forged(step: Step): Step {
  const OTHER = "1000";
  if (step.type === "laid") return { ...step, card: OTHER };
  if (step.type === "drawn") return { ...step, cards: step.cards!.with(0, OTHER) };
  if (step.type !== "dealt") return step;
  return { ...step, hands: step.hands.map((hand) => hand && hand.with(0, OTHER)) };
}

test("another start than the lot’s is noticed", () => {
  const game = GAMES["face-to-face"]!;
  const begun = first(game.steps, "turn-began");
  const steps = game.steps.map((step, place) =>
    step.type === "turn-began" && place === begun ? { ...step, seat: 1 - step.seat } : step,
  );
  expect(flaws(fairChecks({ ...game, steps }, promises(game), [own(game)]))).toEqual(["starter"]);
});

describe("a deal of the day", () => {
  const game = GAMES["original"]!;
  const sealed = { ...game, end: { ...game.end, stocks: [null], seed: null } };
  const secret = digest("day");

  test("its secret and its cards are checked", () => {
    const checks = dayChecks(sealed, "2027-01-15", "original", secret, digest(secret));
    expect(checks.map((check) => [check.id, check.state])).toEqual([["day-promise", "good"], ["cards", "flaw"]]);
  });

  test("a promise that was not kept stays open, another one is wrong", () => {
    expect(dayChecks(sealed, "2027-01-15", "original", secret, null)[0]!.state).toBe("open");
    expect(dayChecks(sealed, "2027-01-15", "original", secret, digest("other"))[0]!.state).toBe("flaw");
  });
});

test("headers that are there twice or cannot be read make a record unsound", () => {
  const { record } = GAMES["original"]!;
  expect(headersOf(record).sound).toBe(true);
  expect(headersOf(record.replace("Secret:", "Secret: x\nSecret:")).sound).toBe(false);
  expect(headersOf(record.replace(/^Share 0: .*$/m, "Share 0: whatever")).sound).toBe(false);
  expect(headersOf(record.replace("Share 0:", "Share 9:")).sound).toBe(false);
  expect(headersOf(record).seats.get(0)).toEqual({ name: "Ann", bot: null });
});
