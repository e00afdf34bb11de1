/** Milliseconds of one count. */
const SPAN = 1_000;

export interface RequestRate {
  /** A request began. */
  count(): void;
  /** Requests in a second: of this one so far, or of the one before, whichever is more. */
  perSecond(): number;
}

/** How many requests begin in a second. `now` gives milliseconds from a monotonic clock. */
export const createRequestRate = (now: () => number = () => performance.now()): RequestRate => {
  let start = now();
  let current = 0;
  let previous = 0;
  const advance = () => {
    const passed = Math.floor((now() - start) / SPAN);
    if (passed === 0) return;
    previous = passed === 1 ? current : 0;
    current = 0;
    start += passed * SPAN;
  };
  return {
    count() {
      advance();
      current += 1;
    },
    perSecond() {
      advance();
      return Math.max(current, previous);
    },
  };
};
