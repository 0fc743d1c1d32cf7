// Tables for tests: two people, Ann here and Ben elsewhere.

import type { Choices, LayOption, News, Shown, Table } from "../../src/protocol";

export const option = (card: string, pile: string, more: Partial<LayOption> = {}): LayOption => ({
  move: { card, pile }, step: 1, kind: "plain", covers_fire: false, loses: false, ...more,
});

export const choices = (lays: readonly LayOption[], more: Partial<Choices> = {}): Choices => ({
  lays, owed: 0, may_end: true, draws: 2, end_loses: false, leaves_burning: [], may_take_back: false,
  may_start: false, may_resign: true, ...more,
});

const seats = ["Ann", "Ben"].map((name) => ({ person: name, name, bot: null, away_since: null, stand_in: null, awaits: null }));
export const piles: Table["piles"] = [
  { name: "u1", up: true, base: 1, owner: null },
  { name: "d1", up: false, base: 100, owner: null },
];

export const view = (more: object = {}) => ({
  turn: 0, hands: [["3", "5", "37"], null], hand_sizes: [3, 3], stock_sizes: [90], tops: [null, null], sizes: [0, 0],
  placed: [], gift_used: false, burning: [], known: [[], []], outcome: null, talk: [], laid: null, recent: [],
  backs: [null, null], moment: 1, ...more,
});

export const table = (version: number, more: object = {}): Table => ({
  type: "table", table: "oak", version, now: 1000, me: "Ann", phase: "playing", seat: 0, seats, piles, watching: [],
  rules: { fire: [], deck: { colours: [] } }, talk: [], turn_since: 900, fair: null, stage: null, phrases: [],
  view: view(), choices: choices([option("3", "u1"), option("5", "u1"), option("37", "d1")]), ...more,
}) as unknown as Table;

export const shown = (version: number, event: object, followed: readonly object[] = []): Shown =>
  ({ version, event, followed }) as unknown as Shown;

export const laid = (version: number, card: string, pile = "u1", seat = 0): Shown =>
  shown(version, { type: "moved", at: 950, seat, move: `${card}-${pile}` }, [
    { type: "laid", seat, card, pile, kind: "plain", step: 1 },
  ]);

export const began = (version: number, seat: number): Shown =>
  shown(version, { type: "moved", at: 990, seat: 1 - seat, move: "end" }, [
    { type: "turn-ended", seat: 1 - seat },
    { type: "turn-began", seat, minimum: 2 },
  ]);

export const news = (events: readonly Shown[], done: string | null = null, more: Partial<News> = {}): News => ({
  type: "news", events, done, ...more,
});
