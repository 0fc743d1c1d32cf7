// Where cards are after something happened: bookkeeping of what the server has told, not rules.
// Everything that would need a rule (fires, what stands, what is owed) is asked for instead.

import type { Shown, Sight, Table } from "../protocol";

export type Step = Shown["followed"][number];

type View = { -readonly [Key in keyof Sight]: Sight[Key] };

/** Whether the page can tell what follows from an event without asking for the whole table. */
export function isPlain(shown: Shown, table: Table): boolean {
  if (shown.event === null) return true;
  const moved = shown.event.type === "moved" || shown.event.type === "taken-back";
  const ends = shown.followed.some((step) => step.type === "over");
  return moved && !ends && table.talk.length === 0 && table.rules.fire.length === 0;
}

/** The table after one more event. */
export function after(table: Table, shown: Shown): Table {
  const view = table.view && shown.followed.reduce((seen, step) => moved(seen, step, table), table.view);
  const began = shown.followed.some((step) => step.type === "turn-began");
  const turn_since = began && shown.event ? shown.event.at : table.turn_since;
  return { ...table, version: shown.version, view, turn_since, choices: null };
}

/** What one sees after a step. */
export function moved(sight: Sight, step: Step, table: Pick<Table, "piles">): Sight {
  const view: View = { ...sight };
  switch (step.type) {
    case "laid": {
      const place = table.piles.findIndex((pile) => pile.name === step.pile);
      const covers = sight.tops[place] ?? null;
      view.tops = sight.tops.with(place, step.card);
      view.sizes = sight.sizes.with(place, (sight.sizes[place] ?? 0) + 1);
      view.placed = [...sight.placed, { card: step.card, pile: step.pile, covers }];
      view.gift_used = sight.gift_used || step.kind === "gift";
      withHand(view, step.seat, (hand) => hand.filter((card) => card !== step.card), -1);
      break;
    }
    case "taken-back": {
      const place = table.piles.findIndex((pile) => pile.name === step.pile);
      view.tops = sight.tops.with(place, sight.placed.at(-1)?.covers ?? null);
      view.sizes = sight.sizes.with(place, (sight.sizes[place] ?? 1) - 1);
      view.placed = sight.placed.slice(0, -1);
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
      view.gift_used = false;
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

function withHand(
  view: View,
  seat: number,
  change: (hand: readonly string[]) => readonly string[],
  count: number,
): void {
  const hand = view.hands[seat];
  if (hand) view.hands = view.hands.with(seat, change(hand));
  view.hand_sizes = view.hand_sizes.with(seat, (view.hand_sizes[seat] ?? 0) + count);
}
