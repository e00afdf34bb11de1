import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds between two checks. Shorter ones take a pause between two visitors for idleness. */
const EVERY = 30_000;

/** The most processor time, as a fraction, that an idle process uses. */
const IDLE_BELOW = 0.05;

/** Bytes that must have been allocated since the last collection to be worth another. */
const WORTH = 16 * 1024 ** 2;

type Collect = () => Promise<unknown>;

/** Node offers a complete collection only through this flag of V8. */
const findCollector = (): Collect => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as (options: object) => Promise<unknown>;
  return () => gc({ type: "major", execution: "async" });
};

interface Measured {
  /** Microseconds of processor time so far. */
  cpu: number;
  /** Bytes of the heap, with what is free in it. */
  heap: number;
}

const measureSelf = (): Measured => {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, heap: process.memoryUsage().heapTotal };
};

/**
 * Returns what an idle process no longer needs to the system. V8 collects only when something is allocated, so
 * after its start a process would hold three times what it uses until somebody comes.
 * @returns stops it.
 */
export const releaseIdleMemory = (
  measure: () => Measured = measureSelf,
  collect: Collect = findCollector(),
): (() => void) => {
  let before = measure();
  let collected = 0;
  const timer = setInterval(() => {
    const now = measure();
    const idle = now.cpu - before.cpu < IDLE_BELOW * EVERY * 1000;
    before = now;
    if (!idle || now.heap < collected + WORTH) return;
    collect().then(
      () => {
        collected = measure().heap;
      },
      () => {},
    );
  }, EVERY).unref();
  return () => clearInterval(timer);
};
