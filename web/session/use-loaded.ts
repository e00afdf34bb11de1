import { useCallback, useEffect, useState } from "react";
import type { Db } from "./database.ts";
import { sessionClient } from "./session.ts";

const mounted = new Set<() => Promise<void>>();

/**
 * Loads all such parts of the page again: what one of them changes may be in the list of another, as a new
 * password ends the sessions of other devices.
 */
export const reloadParts = async (): Promise<void> => {
  await Promise.all([...mounted].map((load) => load()));
};

/**
 * What a part of a page loads by itself, and `refresh` to load it and all other parts again: null until it is
 * there, "failed" if it could not be loaded.
 *
 * @param load the same function at every call
 */
export const useLoaded = <Loaded>(load: (db: Db) => Promise<Loaded>) => {
  const [loaded, setLoaded] = useState<Loaded | "failed" | null>(null);
  const reload = useCallback(async () => {
    setLoaded(
      await sessionClient()
        .then(load)
        .catch(() => "failed" as const),
    );
  }, [load]);
  useEffect(() => {
    mounted.add(reload);
    void reload();
    return () => {
      mounted.delete(reload);
    };
  }, [reload]);
  return { loaded, refresh: reloadParts };
};
