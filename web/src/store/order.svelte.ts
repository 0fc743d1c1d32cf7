// The order of a hand: as the person has put the cards, or as they are sorted.

import { sorted } from "../board/cards";
import type { Rules } from "../protocol";
import { settings } from "./settings.svelte";

export class HandOrder {
  private put = $state.raw<readonly string[]>([]);

  constructor(
    private readonly held: () => readonly string[],
    private readonly rules: () => Rules,
  ) {}

  /** What is new comes at its place in the order, or last. */
  readonly cards = $derived.by(() => {
    const held = this.held();
    if (settings.sorted && !this.put.length) return sorted(held, this.rules());
    const known = this.put.filter((card) => held.includes(card));
    return [...known, ...sorted(held.filter((card) => !known.includes(card)), this.rules())];
  });

  /** A card goes to the place of another. */
  move(card: string, to: string): void {
    this.put = this.cards.filter((one) => one !== card).toSpliced(this.cards.indexOf(to), 0, card);
  }
}
