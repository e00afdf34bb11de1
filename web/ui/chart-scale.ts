/** The target number of parts of an axis. */
const PARTS = 4;

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
const niceStep = (rough: number, unit: number): number => {
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough);
  return Math.max(Math.ceil((nice ?? rough) / unit) * unit, unit);
};

interface Scale {
  low: number;
  high: number;
  /** From `low` to `high`, with the positions of the lines. */
  marks: number[];
}

/**
 * An axis that contains these values and zero, with lines at round numbers. `unit` is the smallest
 * meaningful step: half a person makes no sense.
 */
export const scaleOf = (values: readonly number[], unit = 1): Scale => {
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const spread = most - least;
  const step = spread > 0 ? niceStep(spread / PARTS, unit) : unit;
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const marks: number[] = [];
  for (let at = low; at <= high + step / 2; at += step) marks.push(at);
  return { low, high, marks };
};

/** Which of so many points have a label under an axis: at most `most`, always including the last one. */
export const namedPoints = (count: number, most: number): number[] => {
  const stride = Math.max(1, Math.ceil(count / most));
  const named: number[] = [];
  for (let at = count - 1; at >= 0; at -= stride) named.unshift(at);
  return named;
};
