/**
 * Resolves for one caller in each turn of the event loop. Work that never waits runs in one go: without
 * turns, two hundred such pieces would delay every other request until the last one is done.
 */
export const createTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
};
