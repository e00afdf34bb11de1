/**
 * Resolves for one caller per turn of the event loop. Work that waits for nothing is done in one go: without turns
 * between them, two hundred such pieces hold up every other request until the last one is done.
 */
export const createTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
};
