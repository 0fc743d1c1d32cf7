// The live region: what happened, for screen readers.

import { untrack } from "svelte";

let sentences = $state.raw<readonly { readonly key: number; readonly text: string }[]>([]);
let key = 0;
const REMEMBERED = 5;

export const announced = () => sentences;

/** Forget all sentences, so that the next player at this device does not hear them. */
export function clearAnnouncements(): void {
  sentences = [];
}

/** Announce something once. */
export function announce(text: string): void {
  // A caller that announces something, in an effect too, does not subscribe.
  const before = untrack(announced);
  if (text) sentences = [...before.slice(1 - REMEMBERED), { key: key++, text }];
}
