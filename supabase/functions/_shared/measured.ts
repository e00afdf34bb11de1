/** Does a piece of work and measures it (User Timing), which our own backend shows in its traces. */
export const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    performance.measure(name, { start, detail: { failed } });
    // Measures stay in memory otherwise.
    performance.clearMeasures(name);
  }
};
