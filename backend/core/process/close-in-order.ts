/**
 * Runs the steps of a close in reverse order. Every step runs even if others fail: a service that cannot
 * end in order must not leave open the pools that were opened before it. Throws the first failure.
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
