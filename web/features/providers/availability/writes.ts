import { PROFILE_TOAST_MS } from "#domain/accounts/profile.ts";
import type { Json } from "#supabase/database.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { toast } from "#web/ui/toast.ts";
import { showNotUpdated } from "../not-updated.ts";
import type { Availability } from "./availability.ts";

/** Writes one part, and leaves the others unchanged. */
export const saveAvailability = async (
  db: Db,
  providerId: string,
  { hours, ...part }: Partial<Availability>,
): Promise<void> => {
  await changedRows(
    db
      .from("availability")
      .upsert({ provider_id: providerId, ...part, ...(hours && { hours: hours as Json }) })
      .select("provider_id"),
  );
};

/** Runs a write and reports the result. @returns why it was not saved, for the dialog that remains open */
export const showSaved = async (
  write: () => Promise<unknown>,
): Promise<{ message: string } | undefined> => {
  try {
    await write();
    toast({ title: "Profile updated", variant: "success", duration: PROFILE_TOAST_MS });
    return undefined;
  } catch (error) {
    return { message: showNotUpdated(error) };
  }
};
