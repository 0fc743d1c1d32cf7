// Why something did not work, in one sentence for the reader.

import { Refusal, UNREACHABLE } from "../socket/http";
import { say } from "./say.svelte";

export function sentenceOf(why: unknown): string {
  if (!(why instanceof Refusal)) return say("page.trouble");
  return why.code === UNREACHABLE ? say("page.unreachable") : why.message;
}
