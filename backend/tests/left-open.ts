/** What the running test file has opened and not closed yet, in the order of opening. */
const open = new Set<() => Promise<void>>();

/** Gives the `close` to hand out; until somebody calls it, it is owed (see `closeLeftOpen`). */
export const closeOnce = (close: () => Promise<void>): (() => Promise<void>) => {
  const once = async () => {
    open.delete(once);
    await close();
  };
  open.add(once);
  return once;
};

/**
 * Closes what a failed test left, the last first. Files share a process and a database server: what a setup opened
 * before it failed is in nobody's hands, and would hold its connections until the run ends.
 */
export const closeLeftOpen = async (): Promise<void> => {
  for (const close of [...open].reverse()) {
    // The failure that left it open has been reported already.
    if (open.has(close)) await close().catch(() => {});
  }
};
