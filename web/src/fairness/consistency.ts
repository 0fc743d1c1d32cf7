// Whether a deal explains a game: every card that was dealt, drawn and laid, and what lay open at the end.
// This is bookkeeping of cards, no rule.

import type { Sight } from "../protocol";
import type { Step } from "../store/steps";
import type { Deal } from "./deal";

type Cards = readonly string[];

/** Whether these cards and no others can have been dealt, by all that was seen of the game. */
export function explains(deal: Deal, steps: readonly Step[], end: Pick<Sight, "hands" | "stocks">): boolean {
  const hands = deal.hands.map((hand) => [...hand]);
  const stocks = deal.stocks.map((stock) => [...stock]);
  const stockOf = (seat: number) => stocks[stocks.length > 1 ? seat : 0]!;

  function follow(step: Step): boolean {
    switch (step.type) {
      case "dealt":
        return step.hands.every((hand, seat) => hand === null || alike(hand, hands[seat]!));
      case "laid":
        return removed(hands[step.seat]!, step.card);
      case "taken-back":
        return hands[step.seat]!.push(step.card) > 0;
      case "drawn": {
        const cards = stockOf(step.seat).splice(0, step.count);
        hands[step.seat]!.push(...cards);
        return cards.length === step.count && (step.cards === null || alike(step.cards, cards));
      }
      default:
        return step.type !== "set-up";
    }
  }

  return (
    steps.every(follow) &&
    end.hands.every((hand, seat) => hand === null || alike(hand, hands[seat] ?? [])) &&
    end.stocks.every((stock, place) => stock === null || same(stock, stocks[place] ?? []))
  );
}

function removed(hand: string[], card: string): boolean {
  const place = hand.indexOf(card);
  if (place >= 0) hand.splice(place, 1);
  return place >= 0;
}

const same = (a: Cards, b: Cards): boolean => a.length === b.length && a.every((card, place) => card === b[place]);

/** The same cards, in any order. */
const alike = (a: Cards, b: Cards): boolean => same([...a].sort(), [...b].sort());
