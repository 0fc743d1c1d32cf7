// Where cards are written under the number line, so that none covers another.

export interface Pip {
  readonly card: string;
  /** Where its number is on the line, from 0 to 1. */
  readonly at: number;
  /** Where it is written: as near as there is room. */
  readonly x: number;
  readonly row: 0 | 1;
}

/** Write cards in two rows; each takes `width` of the line, and none leaves it. */
export function placePips(cards: readonly string[], place: (card: string) => number, width: number): Pip[] {
  const rows: { card: string; at: number }[][] = [[], []];
  for (const card of [...cards].sort((a, b) => place(a) - place(b))) {
    const at = place(card);
    const free = ([0, 1] as const).find((row) => at >= end(rows[row]!, width));
    const row = free ?? (end(rows[0]!, width) <= end(rows[1]!, width) ? 0 : 1);
    rows[row]!.push({ card, at });
  }
  return rows.flatMap((row, number) => {
    const xs = apart(row.map((one) => one.at), width);
    return row.map((one, place) => ({ ...one, x: xs[place]!, row: number as 0 | 1 }));
  });
}

/** Where the next one of a row may begin. */
function end(row: readonly { readonly at: number }[], width: number): number {
  return row.reduce((last, one) => Math.max(last, one.at) + width, -Infinity);
}

/** Push neighbours apart to the right, and back again at the end of the line. */
export function apart(wished: readonly number[], width: number): number[] {
  const xs = [...wished];
  for (let place = 1; place < xs.length; place++) xs[place] = Math.max(xs[place]!, xs[place - 1]! + width);
  let most = 1;
  for (let place = xs.length - 1; place >= 0; place--) {
    xs[place] = Math.min(xs[place]!, most);
    most = xs[place]! - width;
  }
  return xs;
}
