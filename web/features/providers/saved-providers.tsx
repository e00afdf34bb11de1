import Bookmark from "lucide-react/icons/bookmark";
import { useEffect, useRef, useState } from "react";
import { removedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { takeIntention } from "#web/session/intention.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { showSaveFailed } from "#web/ui/connected/bookmark-button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Saves or unsaves a provider for this person. Saving twice is not an error. */
export const saveProvider = async (
  db: Db,
  input: { providerId: string; saved: boolean },
  userId: string,
): Promise<void> => {
  const table = db.from("saved_providers");
  if (input.saved) {
    const row = { user_id: userId, provider_id: input.providerId };
    await table.upsert(row, { ignoreDuplicates: true }).throwOnError();
    return;
  }
  await removedRows(
    table.delete().eq("user_id", userId).eq("provider_id", input.providerId).select("provider_id"),
  );
};

/** Which of these providers the person has saved. */
const loadSavedProviderIds = async (
  db: Db,
  userId: string,
  providerIds: readonly string[],
): Promise<string[]> => {
  const { data } = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .in("provider_id", providerIds)
    .throwOnError();
  return data.map(({ provider_id }) => provider_id);
};

export const hasSavedProvider = async (
  db: Db,
  providerId: string,
  userId: string,
): Promise<boolean> => {
  const { data } = await db
    .from("saved_providers")
    .select("provider_id")
    .eq("user_id", userId)
    .eq("provider_id", providerId)
    .maybeSingle()
    .throwOnError();
  return data !== null;
};

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

/**
 * Saves or unsaves a provider, then the page's data show the result. If it was pressed before logging in,
 * it saves now.
 */
export const SaveProviderButton = ({
  providerId,
  userId,
  saved,
}: {
  providerId: string;
  userId: string;
  saved: boolean;
}) => {
  const { run, busy } = useWrite(saveProvider);
  const toggle = async () => {
    try {
      await run({ providerId, saved: !saved }, userId);
      return true;
    } catch (error) {
      await showSaveFailed(error);
      return false;
    }
  };
  const intended = useRef(toggle);
  intended.current = toggle;
  useEffect(() => {
    if (saved || !takeIntention("save", providerId)) return;
    void intended.current().then((done) => {
      if (done)
        toast({ title: "Saved", description: "Find it under Bookmarks.", variant: "success" });
    });
  }, [providerId, saved]);
  return (
    <Button
      variant="outline"
      className="max-sm:size-11 max-sm:min-w-0!"
      busy={busy}
      aria-pressed={saved}
      icon={<Bookmark aria-hidden="true" fill={saved ? "currentColor" : "none"} />}
      onClick={() => void toggle()}
    >
      <span className="max-sm:sr-only">{saved ? "Saved" : "Save"}</span>
    </Button>
  );
};
