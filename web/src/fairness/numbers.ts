// From a seed to numbers, by the procedure of docs/deals.md.

import { hashed } from "./sha256";

const WORDS = 2 ** 32;

/** The words of a seed, one after the other. */
export function* words(seed: string): Generator<number, never> {
  const text = new TextEncoder().encode(seed);
  const block = new Uint8Array(text.length + 8);
  block.set(text);
  const counter = new DataView(block.buffer, text.length);
  for (let count = 0n; ; count++) {
    counter.setBigUint64(0, count);
    const found = hashed(block);
    const view = new DataView(found.buffer, found.byteOffset);
    for (let place = 0; place < found.length; place += 4) yield view.getUint32(place);
  }
}

export class RandomNumbers {
  private readonly words: Generator<number, never>;

  constructor(seed: string) {
    this.words = words(seed);
  }

  /** A number below a bound, each equally likely: words that would favour some are skipped. */
  below(bound: number): number {
    const limit = WORDS - (WORDS % bound);
    let word = this.words.next().value;
    while (word >= limit) word = this.words.next().value;
    return word % bound;
  }

  /** Fisher and Yates, from the last place down. */
  shuffle<T>(values: readonly T[]): T[] {
    const shuffled = [...values];
    for (let place = shuffled.length - 1; place > 0; place--) {
      const other = this.below(place + 1);
      [shuffled[place], shuffled[other]] = [shuffled[other]!, shuffled[place]!];
    }
    return shuffled;
  }
}
