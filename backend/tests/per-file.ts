import { afterAll, beforeAll, onTestFinished, TestRunner } from "vitest";

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

/** Does this when the test that calls has ended; outside of tests, when those of the file have. */
export const atEnd = (end: () => unknown): void => {
  const ending = async () => {
    await end();
  };
  if (TestRunner.getCurrentTest()) onTestFinished(ending);
  else afterAll(ending);
};

/** What a test starts for itself, or outside of tests those of the file share: closed at the end. */
export const perTest = async <T extends { close(): unknown }>(
  starting: Promise<T> | T,
): Promise<T> => {
  const started = await starting;
  atEnd(() => started.close());
  return started;
};
