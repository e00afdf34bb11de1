import { setTimeout as delay } from "node:timers/promises";

/**
 * Holds an average of bytes a second, so that a backup leaves the site its database and its disk. A pause
 * of the source is not made up for later.
 */
export const createPace = (bytesPerSecond: number): ((bytes: number) => Promise<void>) => {
  let free = performance.now();
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + (bytes / bytesPerSecond) * 1000;
    await delay(free - now);
  };
};

export const noPace = async (): Promise<void> => {};
