// Where the marks of a plot go.

/** Round steps for an axis from 0 that reaches at least so far. */
export function axis(most: number, steps = 4): number[] {
  const rough = Math.max(1, most) / steps;
  const scale = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * scale).find((one) => one >= rough)!);
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

/** The mean of each value and those before it, as many as `width`. */
export function runningMean(values: readonly number[], width: number): number[] {
  return values.map((_, place) => {
    const some = values.slice(Math.max(0, place + 1 - width), place + 1);
    return some.reduce((sum, value) => sum + value, 0) / some.length;
  });
}
