import { useEffect, useState } from "react";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { showSaveFailed } from "./describe-failure.ts";
import { loadSavedProviderIds, saveProvider } from "./writes.ts";

type Saved = ReadonlyMap<string, boolean>;

/** What is known about which person. */
interface Known {
  of: string | null;
  saved: Saved;
}

const withChecked = (
  before: Known,
  of: string,
  checked: readonly (readonly [string, boolean])[],
): Known => ({ of, saved: new Map([...(before.of === of ? before.saved : []), ...checked]) });

/**
 * Which of a list's providers the signed-in person has saved, and how to change it without loading the list
 * again. `isSaved` is undefined for visitors, for oneself, and until it is known.
 */
export const useSavedProviders = (ids: readonly string[]) => {
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  const [known, setKnown] = useState<Known>({ of: userId, saved: new Map() });
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  const saved: Saved = known.of === userId ? known.saved : new Map();

  const missing = ids.filter((id) => id !== userId && !saved.has(id)).join();
  useEffect(() => {
    if (!userId || !missing) return;
    let left = false;
    const list = missing.split(",");
    sessionClient()
      .then((db) => loadSavedProviderIds(db, userId, list))
      .then(
        (found) => {
          if (left) return;
          const checked = list.map((id) => [id, found.includes(id)] as const);
          setKnown((before) => withChecked(before, userId, checked));
        },
        // The list is useful without its bookmarks.
        () => {},
      );
    return () => {
      left = true;
    };
  }, [userId, missing]);

  const toggle = async (providerId: string) => {
    if (!userId) return;
    const next = !saved.get(providerId);
    setUnderWay((before) => [...before, providerId]);
    try {
      await performWrite((db) => saveProvider(db, { providerId, saved: next }, userId));
      setKnown((before) => withChecked(before, userId, [[providerId, next]]));
    } catch (error) {
      await showSaveFailed(error);
    }
    setUnderWay((before) => before.filter((id) => id !== providerId));
  };
  return {
    isSaved: (id: string) => saved.get(id),
    isBusy: (id: string) => underWay.includes(id),
    toggle,
  };
};
