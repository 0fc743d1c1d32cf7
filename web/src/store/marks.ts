// What sets a game apart from those that count.

import type { Marks } from "../protocol";

/** Whether a game is counted apart. */
export const isMarked = ({ hints, takebacks, stand_in, seen }: Marks): boolean =>
  hints > 0 || takebacks > 0 || stand_in || seen;
