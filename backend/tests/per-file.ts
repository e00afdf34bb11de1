import { afterAll, beforeAll } from "vitest";

/** What the tests of a file (or of a `describe`) share: started before the first one, closed after the last. */
export const perFile = <T extends { close(): unknown }>(start: () => Promise<T>): T => {
  const shared = {} as T;
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
    // With its getters, so that what changes is read when a test asks.
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(() => started?.close());
  return shared;
};
