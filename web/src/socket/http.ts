// Questions to the server over HTTP.

import type { Refused } from "../protocol";
import { language } from "../words/say.svelte";

/** Something was refused: `code` is stable, the message is a sentence in the person's language. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly params: Readonly<Record<string, unknown>> = {},
    readonly status = 0,
  ) {
    super(message);
  }
}

/** For optional requests: null where one was refused. */
export function unlessRefused(why: unknown): null {
  if (why instanceof Refusal) return null;
  throw why;
}

/** The server did not answer at all. */
export const UNREACHABLE = "page-unreachable";

export async function get<T>(path: string): Promise<T> {
  return ask<T>("GET", path);
}

export async function post<T>(path: string, body: object = {}): Promise<T> {
  return ask<T>("POST", path, body);
}

/** A file as text. */
export async function getText(path: string): Promise<string> {
  const answer = await reach("GET", path);
  if (!answer.ok) throw await refusal(answer);
  return answer.text();
}

export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await reach(method, path, body);
  if (!answer.ok) throw await refusal(answer);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

async function reach(method: string, path: string, body?: object): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": language() };
  if (body) headers["Content-Type"] = "application/json";
  try {
    return await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal(UNREACHABLE, UNREACHABLE);
  }
}

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const refused = (await answer.json()) as Refused;
    return new Refusal(refused.code, refused.message, refused.params, answer.status);
  } catch {
    return new Refusal(UNREACHABLE, UNREACHABLE, {}, answer.status);
  }
}
