// Published games and their variants, as the player chooses among them.

/** Names of games by what they are variants of: the shortest name that they begin with. */
export function families(names: readonly string[]): Map<string, string[]> {
  const bases = names.filter((name) => !names.some((other) => other !== name && name.startsWith(`${other}-`)));
  return new Map(bases.map((base) => [base, names.filter((name) => name === base || name.startsWith(`${base}-`))]));
}

/** The base of a variant. */
export const baseOf = (name: string, all: ReadonlyMap<string, readonly string[]>): string | undefined =>
  [...all].find(([, names]) => names.includes(name))?.[0];
