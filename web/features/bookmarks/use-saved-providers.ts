import { useEffect, useState } from "react";
import { sessionClient, useSession } from "#web/session/session.ts";
import { tellSaveFailed } from "./tell-failure.ts";
import { loadSavedProviderIds, saveProvider } from "./writes.ts";

type Saved = ReadonlyMap<string, boolean>;

/**
 * Which of a list's providers the person who is signed in has saved, and the way to change it without
 * loading the list anew. `isSaved` is undefined for visitors, for oneself, and until it is known.
 */
export const useSavedProviders = (ids: readonly string[]) => {
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user.id : null;
  const [known, setKnown] = useState<{ of: string | null; saved: Saved }>({
    of: userId,
    saved: new Map(),
  });
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  const saved: Saved = known.of === userId ? known.saved : new Map();
  const tell = (entries: readonly (readonly [string, boolean])[]) =>
    setKnown((before) => ({
      of: userId,
      saved: new Map([...(before.of === userId ? before.saved : []), ...entries]),
    }));

  const asked = ids.filter((id) => id !== userId && !saved.has(id)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks for what is not known yet, once
  useEffect(() => {
    if (!userId || !asked) return;
    let left = false;
    const list = asked.split(",");
    sessionClient()
      .then((db) => loadSavedProviderIds(db, userId, list))
      .then(
        (found) => left || tell(list.map((id) => [id, found.includes(id)])),
        // The list is of use without its bookmarks.
        () => {},
      );
    return () => {
      left = true;
    };
  }, [userId, asked]);

  const toggle = async (providerId: string) => {
    if (!userId) return;
    const next = !saved.get(providerId);
    setUnderWay((before) => [...before, providerId]);
    try {
      await saveProvider(await sessionClient(), { providerId, saved: next }, userId);
      tell([[providerId, next]]);
    } catch {
      await tellSaveFailed();
    }
    setUnderWay((before) => before.filter((id) => id !== providerId));
  };
  return {
    isSaved: (id: string) => saved.get(id),
    isBusy: (id: string) => underWay.includes(id),
    toggle,
  };
};
