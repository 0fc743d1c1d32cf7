import { expect, test } from "vitest";
import type { Seat, Table } from "../../src/protocol";
import { isHere, isShared, nextOf, peopleAt, playerOnTurn, playersHere } from "../../src/store/device";

const ME = "0123456789abcdef0123456789abcdef";
const seat = (person: string | null, name = ""): Seat => ({
  person,
  name,
  bot: person ? null : "careful",
  away_since: null,
  stand_in: null,
  awaits: null,
});
const here = { me: ME, seats: [seat(ME, "Ann"), seat(`${ME}-2`, "Ben"), seat(null), seat("f".repeat(32), "Eve")] };

test("who plays at this device, in the order of the seats", () => {
  expect(playersHere(here)).toEqual([
    { companion: 0, seat: 0, name: "Ann" },
    { companion: 2, seat: 1, name: "Ben" },
  ]);
});

test("a device is shared once a person sits beside its owner", () => {
  expect(isShared(here)).toBe(true);
  expect(isShared({ ...here, seats: [seat(ME), seat(null)] })).toBe(false);
});

test.each([`${ME}-0`, `${ME}-`, `${ME}-x`, `${ME}1`, `x${ME}-1`])("%s is no companion", (person) => {
  expect(isShared({ ...here, seats: [seat(ME), seat(person)] })).toBe(false);
});

test("the player on turn gets the device, if they play at it", () => {
  const at = (turn: number, phase = "playing") => playerOnTurn({ ...here, phase, view: { turn } } as unknown as Table);
  expect(at(1)?.companion).toBe(2);
  expect(at(2)).toBeNull();
  expect(at(3)).toBeNull();
  expect(at(1, "over")).toBeNull();
});

test("the person who looks comes first, and all who may play beside them follow", () => {
  expect(peopleAt(ME).slice(0, 3)).toEqual([ME, `${ME}-1`, `${ME}-2`]);
  expect(peopleAt(`${ME}-2`).slice(0, 3)).toEqual([`${ME}-2`, ME, `${ME}-1`]);
  expect(new Set(peopleAt(`${ME}-2`))).toEqual(new Set(peopleAt(ME)));
});

test("who neither sits nor watches is not told what goes on", () => {
  const guest = { person: ME, name: "Ann" };
  expect(isHere({ me: ME, seat: 0, watching: [] })).toBe(true);
  expect(isHere({ me: ME, seat: null, watching: [guest] })).toBe(true);
  expect(isHere({ me: ME, seat: null, watching: [{ ...guest, person: "eve" }] })).toBe(false);
});

test("it is handed on in the order of the seats", () => {
  const players = playersHere(here);
  expect(nextOf(players, null)?.name).toBe("Ann");
  expect(nextOf(players, 0)?.name).toBe("Ben");
  expect(nextOf(players, 2)?.name).toBe("Ann");
});
