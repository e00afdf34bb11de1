import { useCallback, useEffect, useState } from "react";
import type { Db } from "./database.ts";
import { sessionClient } from "./session.ts";

/**
 * What a part of a page loads by itself, and `refresh` to load it again: null until it is there, "failed" if
 * it could not be loaded.
 *
 * @param load the same function at every call
 */
export const useLoaded = <Loaded>(load: (db: Db) => Promise<Loaded>) => {
  const [loaded, setLoaded] = useState<Loaded | "failed" | null>(null);
  const refresh = useCallback(async () => {
    setLoaded(
      await sessionClient()
        .then(load)
        .catch(() => "failed" as const),
    );
  }, [load]);
  useEffect(() => void refresh(), [refresh]);
  return { loaded, refresh };
};
