// Who one is here. Nobody has to say anything first: whoever plays without a name is a guest.

import type { Me } from "../protocol";
import { Refusal, post } from "../socket/http";
import { say } from "../words/say.svelte";
import { visit } from "./house.svelte";

let me = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | null = null;

export const whoAmI = (): Me | null => me;

/** Ask the server, once. */
export function meet(): Promise<Me | null> {
  asked ??= visit().then(
    (about) => (me = about.me),
    (why: Refusal) => {
      asked = null;
      throw why;
    },
  );
  return asked;
}

/** Be somebody, under a name of one's own or as a guest. */
export async function beSomebody(): Promise<Me> {
  return (await meet()) ?? callMe(nameForGuest());
}

/** A name for somebody who has told none, so that guests can be told apart. */
function nameForGuest(): string {
  const names = say("me.guests").split(", ");
  return names[Math.floor(Math.random() * names.length)]!;
}

/** Be called this from now on. */
export async function callMe(name: string): Promise<Me> {
  return become(await post<Me>("/api/me", { name }));
}

/** This device belongs to this person now. */
export function become(person: Me): Me {
  me = person;
  asked = Promise.resolve(person);
  return person;
}

/** The server has forgotten this person. */
export function forget(): void {
  me = null;
  asked = Promise.resolve(null);
}
