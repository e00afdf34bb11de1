import type { ConnectionMemory } from "./connection-memory.ts";

/** Milliseconds of a turn of the event loop after which no other connection is read in it. */
const READING = 15;

/**
 * Many connections may have something to read in one turn of the event loop. Once reading some has taken long, the
 * others are read in a later turn, so that whoever waits for something else is served between. Returns what is to be
 * called for each request that is read.
 */
export const createReading = (
  connections: ReadonlySet<ConnectionMemory>,
  now = () => performance.now(),
): (() => void) => {
  /** When this turn read its first request. */
  let began: number | null = null;
  let stopped: ConnectionMemory[] | null = null;
  const end = () => {
    for (const connection of stopped ?? []) connection.goOn();
    began = null;
    stopped = null;
  };
  return () => {
    if (began === null) {
      began = now();
      setImmediate(end);
    } else if (!stopped && now() - began > READING)
      stopped = [...connections].filter((connection) => connection.pause());
  };
};
