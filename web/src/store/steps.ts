// Where cards are after something happened: bookkeeping of what the server has said, no rules. What
// only the rules decide (fires, what stands, the way back of a pile) comes with the news.

import type { LaidStep, News, Shown, Sight, Table } from "../protocol";

export type Step = Shown["followed"][number];

type View = { -readonly [Key in keyof Sight]: Sight[Key] };

/** The events that count as one thing done in the game. */
const ACTIONS: ReadonlySet<string> = new Set(["started", "moved", "taken-back", "resigned"]);

/** The table after one more event; the choices come with the news. */
export function after(table: Table, shown: Shown): Table {
  const view = table.view && seenAfter(table.view, shown, table);
  const began = shown.followed.some((step) => step.type === "turn-began");
  const turn_since = began && shown.event ? shown.event.at : table.turn_since;
  return { ...table, version: shown.version, view, turn_since };
}

/** The table once everything is known that came with the last event of the news. */
export function settled(table: Table, { changes, choices = table.choices, table: whole }: News): Table {
  if (whole) return whole;
  const view = table.view && { ...table.view, ...changes?.view };
  return { ...table, ...changes, view, choices };
}

function seenAfter(sight: Sight, { event, followed }: Shown, table: Pick<Table, "piles">): Sight {
  const view: View = followed.reduce((seen, step) => moved(seen, step, table), { ...sight });
  if (followed.length) view.recent = lastTurns([...sight.recent, ...followed]);
  if (event && ACTIONS.has(event.type)) view.moment += 1;
  if (event?.type === "spoke" && event.seat !== null) {
    const { seat, phrase, text } = event;
    view.talk = [...sight.talk, { moment: view.moment, seat, phrase, text }];
  }
  return view;
}

/** The running turn and the one before. */
function lastTurns(steps: readonly Step[]): readonly Step[] {
  const begins = steps.flatMap((step, place) => (step.type === "turn-began" ? [place] : []));
  return steps.slice(begins.at(-2) ?? 0);
}

/** The view after a step. */
export function moved(sight: Sight, step: Step, table: Pick<Table, "piles">): Sight {
  const view: View = { ...sight };
  switch (step.type) {
    case "laid": {
      const place = table.piles.findIndex((pile) => pile.name === step.pile);
      const covers = sight.tops[place] ?? null;
      view.tops = sight.tops.with(place, step.card);
      view.sizes = sight.sizes.with(place, (sight.sizes[place] ?? 0) + 1);
      view.placed = [...sight.placed, { card: step.card, pile: step.pile, covers }];
      withLaid(view, step.seat, (cards) => [...cards, step.card]);
      withHand(view, step.seat, (hand) => hand.filter((card) => card !== step.card), -1);
      break;
    }
    case "taken-back": {
      const place = table.piles.findIndex((pile) => pile.name === step.pile);
      view.tops = sight.tops.with(place, sight.placed.at(-1)?.covers ?? null);
      view.sizes = sight.sizes.with(place, (sight.sizes[place] ?? 1) - 1);
      view.placed = sight.placed.slice(0, -1);
      withLaid(view, step.seat, (cards) => cards.filter((card) => card !== step.card));
      withHand(view, step.seat, (hand) => [...hand, step.card], 1);
      break;
    }
    case "drawn": {
      const stock = sight.stock_sizes.length > 1 ? step.seat : 0;
      view.stock_sizes = sight.stock_sizes.with(stock, (sight.stock_sizes[stock] ?? 0) - step.count);
      withHand(view, step.seat, (hand) => [...hand, ...(step.cards ?? [])], step.count);
      break;
    }
    case "turn-began":
      view.turn = step.seat;
      view.minimum = step.minimum;
      view.placed = [];
      break;
    case "turn-ended":
      view.placed = [];
      break;
    case "over":
      view.turn = null;
      view.outcome = step.outcome;
      break;
  }
  return view;
}

/** The view with a lay that the server has not confirmed yet; its news say all that follows from it. */
export function guessed(sight: Sight, step: LaidStep, table: Pick<Table, "piles">): Sight {
  const place = table.piles.findIndex((pile) => pile.name === step.pile);
  return {
    ...moved(sight, step, table),
    gift_used: sight.gift_used || step.kind === "gift",
    backs: sight.backs.with(place, null),
  };
}

type Cards = readonly string[];

function withHand(view: View, seat: number, change: (hand: Cards) => Cards, count: number): void {
  const hand = view.hands[seat];
  if (hand) view.hands = view.hands.with(seat, change(hand));
  view.hand_sizes = view.hand_sizes.with(seat, (view.hand_sizes[seat] ?? 0) + count);
}

/** The cards on the piles, where the table has a memory aid; in a duel each seat has a deck of its own. */
function withLaid(view: View, seat: number, change: (cards: Cards) => Cards): void {
  if (!view.laid) return;
  const deck = view.laid.length > 1 ? seat : 0;
  view.laid = view.laid.with(deck, change(view.laid[deck] ?? []));
}
