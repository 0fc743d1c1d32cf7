// Remarks that have just been made: one after the other they stand beside the seats for some seconds.

import { phraseOf, phraseText } from "../words/phrases";
import type { TableStore } from "./table.svelte";

export interface Bubble {
  readonly key: string;
  readonly seat: number;
  readonly text: string;
}

const SHORTEST = 3000;
const A_LETTER = 50;
/** A remark that waits for the one before does not wait long. */
const HURRIED = 1500;

export class Bubbles {
  now = $state.raw<Bubble | null>(null);
  private waiting: readonly Bubble[] = [];
  private timer = 0;
  private since = 0;

  /** Listen to a table until the returned function is called. */
  follow(store: TableStore): () => void {
    const stop = store.listen(({ key, shown }, table) => {
      const event = shown.event;
      if (event?.type !== "spoke" || event.seat === null || event.seat === table.seat) return;
      if (phraseOf(event.phrase).unsaid) return;
      this.waiting = [...this.waiting, { key, seat: event.seat, text: phraseText(event, table) }];
      this.hurry();
    });
    return () => {
      stop();
      clearTimeout(this.timer);
    };
  }

  private hurry(): void {
    const shown = this.now ? Date.now() - this.since : HURRIED;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.next(), Math.max(0, HURRIED - shown));
  }

  private next(): void {
    const [first = null, ...rest] = this.waiting;
    this.waiting = rest;
    this.now = first;
    this.since = Date.now();
    if (first) this.timer = window.setTimeout(() => this.next(), rest.length ? HURRIED : SHORTEST + A_LETTER * first.text.length);
  }
}
