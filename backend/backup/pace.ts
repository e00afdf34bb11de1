import { setTimeout as delay } from "node:timers/promises";

/** Called with the size of what is copied next; may wait, to leave others their share. */
export type Pace = (bytes: number) => Promise<void>;

/**
 * Holds an average of bytes a second, so that a backup leaves the site its database and its disk. A pause
 * of the source is not made up for later.
 */
export const createPace = (bytesPerSecond: number): Pace => {
  let free = performance.now();
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + (bytes / bytesPerSecond) * 1000;
    await delay(free - now);
  };
};

export const noPace: Pace = async () => {};
