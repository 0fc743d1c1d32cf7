// The identity of the guest. It takes no registration and no password.

import type { Me } from "../protocol";
import { Refusal, post } from "../socket/http";
import { say } from "../words/say.svelte";
import { loadServerInfo } from "./serverInfo.svelte";

let me = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | null = null;

export const whoAmI = (): Me | null => me;

/** Ask the server, once. */
export function loadIdentity(): Promise<Me | null> {
  asked ??= loadServerInfo().then(
    (about) => (me = about.me),
    (why: Refusal) => {
      asked = null;
      throw why;
    },
  );
  return asked;
}

/** The identity, created with a random name where there is none. */
export async function ensureIdentity(): Promise<Me> {
  return (await loadIdentity()) ?? setName(nameForGuest());
}

/** A name for a guest who has given none, so that guests can be distinguished. */
function nameForGuest(): string {
  const names = say("me.guests").split(", ");
  return names[Math.floor(Math.random() * names.length)]!;
}

/** Set the name of the guest. */
export async function setName(name: string): Promise<Me> {
  return setIdentity(await post<Me>("/api/me", { name }));
}

/** Use this identity from now on. */
export function setIdentity(person: Me): Me {
  me = person;
  asked = Promise.resolve(person);
  return person;
}

/** The server has deleted the identity. */
export function clearIdentity(): void {
  me = null;
  asked = Promise.resolve(null);
}
