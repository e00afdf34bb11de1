/**
 * Runs the steps of a close, the last one that was added first, and each of them whatever becomes of the others: a
 * service that cannot end in order must not keep the pools open that were opened before it. Throws what failed first.
 */
export const closeAll = async (steps: (() => Promise<unknown>)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
