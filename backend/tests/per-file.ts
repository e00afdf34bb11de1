import { afterAll, beforeAll, onTestFinished } from "vitest";

/** What the tests of a file (or of a `describe`) share: started before the first one, closed after the last. */
export const perFile = <T extends { close(): unknown } | object>(start: () => Promise<T>): T => {
  const shared = {} as T;
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
    // With its getters, so that what changes is read when a test asks.
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(() => started && "close" in started && started.close());
  return shared;
};

/** What one test starts for itself: closed when it has ended. */
export const perTest = async <T extends { close(): unknown }>(
  starting: Promise<T> | T,
): Promise<T> => {
  const started = await starting;
  onTestFinished(async () => {
    await started.close();
  });
  return started;
};
