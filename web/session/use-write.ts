import { useCallback, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Db } from "./database.ts";
import { performWrite } from "./perform-write.ts";

/**
 * The only way to change something. Runs `write` with the person's client (see performWrite), ignores a
 * second call while the first runs, and then lets the route load its data again.
 *
 * @returns `run`, which resolves to the write's result, rejects with its error, or resolves to undefined if
 * a call was already running; and `busy`.
 */
export const useWrite = <Input extends unknown[], Result>(
  write: (db: Db, ...input: Input) => Promise<Result>,
) => {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const latest = useRef(write);
  latest.current = write;
  const { revalidate } = useRevalidator();

  const run = useCallback(
    async (...input: Input): Promise<Result | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      try {
        const result = await performWrite((db) => latest.current(db, ...input));
        await revalidate();
        return result;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [revalidate],
  );
  return { run, busy };
};
