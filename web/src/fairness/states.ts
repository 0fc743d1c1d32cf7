// What came of a check, and of all of them together.

export type State = "good" | "flaw" | "open";

export interface Check {
  /** The id of its sentence: `fair.{id}.{state}`. */
  readonly id: string;
  readonly state: State;
  readonly seat?: number;
}

/** All in all: one flaw is enough, and nothing is right as long as something stays open. */
export function summary(checks: readonly Check[]): State {
  const worst = (["flaw", "open"] as const).find((state) => checks.some((check) => check.state === state));
  return worst ?? "good";
}
