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

/** Turns in a row that are left to new connections. */
const MOST_LEFT = 64;

interface TimedTurnsOptions {
  /** How long pieces of work begin in a turn. */
  milliseconds: number;
  /** How many connections have been accepted. */
  accepted: () => number;
  now?: () => number;
}

/**
 * Resolves for as many callers in each turn of the event loop as begin in its first milliseconds: short pieces of work
 * share a turn, and a long one ends it. A turn accepts one connection, so between long ones a crowd would wait for
 * seconds to be let in: turns are left to it first.
 */
export const createTimedTurns = ({
  milliseconds,
  accepted,
  now = () => performance.now(),
}: TimedTurnsOptions): (() => Promise<void>) => {
  /** When this turn has begun enough; null before its first caller. */
  let end: number | null = null;
  let known = accepted();
  let left = 0;
  const open = () => {
    const isCrowded = accepted() !== known && left < MOST_LEFT;
    known = accepted();
    left = isCrowded ? left + 1 : 0;
    setImmediate(() => {
      end = null;
    });
    return isCrowded ? 0 : now() + milliseconds;
  };
  // What a caller does runs before the next callback.
  return () =>
    new Promise((resolve) => {
      const begin = () => {
        end ??= open();
        if (now() < end) resolve();
        else setImmediate(begin);
      };
      setImmediate(begin);
    });
};
