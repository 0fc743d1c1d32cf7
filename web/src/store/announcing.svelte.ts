// The live region: what happened, for those who listen to the page.

import { untrack } from "svelte";

let sentences = $state.raw<readonly { readonly key: number; readonly text: string }[]>([]);
let key = 0;
const REMEMBERED = 5;

export const announced = () => sentences;

/** Whoever comes next is not to hear it. */
export function hush(): void {
  sentences = [];
}

/** Tell something once. */
export function announce(text: string): void {
  // Whoever tells something, in an effect too, does not listen.
  const before = untrack(announced);
  if (text) sentences = [...before.slice(1 - REMEMBERED), { key: key++, text }];
}
