// Where the things are that a lesson points at.

/** Parts of the table by the names that lessons have for them: the first selector that finds something. */
const PARTS: Readonly<Record<string, (which: string) => readonly string[]>> = {
  card: (card) => [`button[data-card="${card}"]`],
  pile: (pile) => [`[data-pile="${pile}"]`],
  seat: (seat) => [`.seats > :nth-child(${Number(seat) + 1})`],
  talk: (pile) =>
    pile
      ? [`[data-pile="${pile}"] [aria-haspopup="dialog"]`, `[data-pile="${pile}"]`]
      : ["aside .talk", '.buttons [aria-keyshortcuts="t"]', ".seats"],
  hand: () => [".hand"],
  line: () => [".lines", "figure.line"],
  piles: () => [".piles"],
  stock: () => [".stock"],
  end: () => ['[aria-keyshortcuts="e"]'],
  start: () => [".agreeing > .primary"],
};

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The element behind `card 5`, `pile u1`, `end`. */
export function elementOf(point: string, within: ParentNode = document): Element | null {
  const [part = "", which = ""] = point.split(" ");
  for (const selector of PARTS[part]?.(which) ?? []) {
    const found = within.querySelector(selector);
    if (found) return found;
  }
  return null;
}

/** How far the window has to scroll so that all boxes lie between two heights; the first one matters most. */
export function shiftFor(boxes: readonly Box[], top: number, bottom: number): number {
  const first = boxes[0];
  if (!first) return 0;
  const highest = Math.min(...boxes.map((box) => box.y));
  const lowest = Math.max(...boxes.map((box) => box.y + box.height));
  if (lowest - highest > bottom - top) return shiftFor([first], top, first.height > bottom - top ? Infinity : bottom);
  if (highest < top) return highest - top;
  return lowest > bottom ? lowest - bottom : 0;
}
