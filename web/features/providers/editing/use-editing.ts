import { useEffect, useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { refreshSession } from "#web/session/session.ts";
import { toast } from "#web/ui/toast.ts";
import { showNotUpdated } from "../not-updated.ts";
import type { ProviderProfile } from "../profile-queries.ts";
import { CHANGED_ELSEWHERE, type Change, type Editing, withChange } from "./change.ts";

/**
 * The owner's changes of the page. They are written one after the other, each only over the version that
 * was read, so that an edit in a second window is never overwritten unseen.
 */
export const useEditing = (provider: ProviderProfile): Editing => {
  const [pending, setPending] = useState<readonly Change[]>([]);
  const version = useRef(provider.own?.updated_at ?? "");
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const { revalidate } = useRevalidator();

  useEffect(() => {
    version.current = provider.own?.updated_at ?? "";
  }, [provider.own?.updated_at]);

  const shown = useMemo(
    () => pending.reduce((before, change) => withChange(before, change), provider),
    [pending, provider],
  );

  const write = async (change: Change): Promise<string | undefined> => {
    try {
      // With the editors, which are there by now.
      const { writeChange } = await import("./own.ts");
      const written = await performWrite((db) =>
        writeChange(db, provider.id, version.current, change),
      );
      if (written === null) {
        await revalidate();
        return CHANGED_ELSEWHERE;
      }
      version.current = written;
      await Promise.all([revalidate(), refreshSession()]);
      toast({ title: "Profile updated", variant: "success", duration: PROFILE_TOAST_MS });
      return undefined;
    } catch (error) {
      return showNotUpdated(error);
    }
  };

  const save = (change: Change): Promise<string | undefined> => {
    setPending((before) => [...before, change]);
    const written = queue.current
      .then(() => write(change))
      .finally(() => setPending((before) => before.filter((other) => other !== change)));
    queue.current = written;
    return written;
  };

  return { provider: shown, save };
};
