// Cards travel from where they were to where they are.

import { cubicOut } from "svelte/easing";
import { crossfade, fly } from "svelte/transition";
import { duration } from "../store/settings.svelte";

const USUAL = 220;

export const [send, receive] = crossfade({
  duration: () => duration(USUAL),
  easing: cubicOut,
  fallback: (node, _, intro) => fly(node, { duration: duration(intro ? USUAL : 0), y: -24, easing: cubicOut }),
});

/** For cards that make room for others. */
export const shift = { duration: () => duration(USUAL), easing: cubicOut };
