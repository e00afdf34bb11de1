import { logoPath, type ProviderForm, type UserForm } from "#domain/accounts/admin.ts";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import { LOGO_BUCKET, LOGO_TYPES } from "#domain/site/logo.ts";
import { formatDay } from "#domain/values/dates.ts";
import type { Db } from "#web/session/database.ts";
import { callFunction } from "#web/session/refusal.ts";
import { actOnEach } from "#web/ui/admin/act.ts";
import type { Outcome } from "#web/ui/admin/selection.tsx";
import { nameOf, type User } from "./queries.ts";

/** Changes an account; the database trims, checks and records it with the reason. */
export const updateUser = async (db: Db, input: { user: User; values: UserForm }) => {
  const { user } = input;
  const { last_name, reason, ...changed } = input.values;
  await db
    .rpc("admin_update_user", {
      target_user_id: user.id,
      user_data: {
        seen: user.updated_at,
        ...changed,
        ...(last_name || user.last_name ? { last_name } : {}),
        ...(reason ? { reason } : {}),
      },
    })
    .throwOnError();
};

export interface Switch {
  field: "is_active" | "is_visible";
  value: boolean;
  reason?: string;
}

/** Activates or deactivates, shows or hides. */
export const switchUser = async (db: Db, { user, ...input }: Switch & { user: User }) => {
  await db
    .rpc("admin_toggle_user_status", {
      target_user_id: user.id,
      status_field: input.field,
      new_value: input.value,
      seen: user.updated_at,
      ...(input.reason ? { reason: input.reason } : {}),
    })
    .throwOnError();
};

/** As above, for several people of a page at once; returns the result for each. */
export const switchUsers = async (
  db: Db,
  { users, ...input }: Switch & { users: readonly User[] },
) => {
  const { data } = await db
    .rpc("admin_switch_users", {
      items: users.map(({ id, updated_at }) => ({ id, seen: updated_at })),
      status_field: input.field,
      new_value: input.value,
      ...(input.reason ? { reason: input.reason } : {}),
    })
    .throwOnError();
  return data as { profile_id: string; outcome: string; message: string | null }[];
};

export const MEMBERSHIP_FAILED = "Failed to change the membership";

const setMembership = async (
  db: Db,
  { user, until, reason }: { user: User; until: string | null; reason: string },
) => {
  await db
    .rpc("admin_set_membership", { target_user_id: user.id, until: until as string, reason })
    .throwOnError();
};

/**
 * Grants a membership, moves its end, or without a date ends it now. Of several people those who are members stay as
 * they are: theirs may be paid for, or last longer.
 */
export const setMemberships = async (
  db: Db,
  { users, ...input }: { users: readonly User[]; until: string | null; reason: string },
): Promise<Outcome[]> =>
  actOnEach(
    users,
    nameOf,
    async (user) => {
      if (users.length > 1 && user.membership)
        return `A member already, until ${formatDay(user.membership.until)}.`;
      await setMembership(db, { user, ...input });
      return null;
    },
    MEMBERSHIP_FAILED,
  );

export const INVITATION_FAILED = "Failed to send the invitation";

/** Sends the invitations of accounts again whose owners have not chosen a password yet. */
export const inviteAgain = (db: Db, users: readonly User[]): Promise<Outcome[]> =>
  actOnEach(
    users,
    nameOf,
    async ({ id }) => {
      await callFunction(db, "admin-create-provider", { inviteAgain: id });
      return null;
    },
    INVITATION_FAILED,
  );

/**
 * Stops the account's payments, then deletes it and all its data.
 *
 * @throws an error that faultOf reads, with the server's words where it refused
 */
export const deleteUser = (db: Db, { id: userId, reason }: { id: string; reason: string }) =>
  callFunction(db, "admin-delete-user", { userId, reason });

export const LOGO_ACCEPT = Object.keys(LOGO_TYPES).join(",");

/** Stores a picture and returns its address: a path while the backend is on the site's own origin. */
const uploadLogo = async (db: Db, businessName: string, file: File) => {
  const path = logoPath(businessName, LOGO_TYPES[file.type] ?? "png", Date.now());
  const bucket = db.storage.from(LOGO_BUCKET);
  const { error } = await bucket.upload(path, file, { contentType: file.type });
  if (error) {
    const { message } = faultOf(error, "The picture could not be uploaded. Please try again.");
    throw new ReadableError(message);
  }
  const address = bucket.getPublicUrl(path).data.publicUrl.replace(window.location.origin, "");
  return { path, address };
};

/**
 * Creates a provider, and sends an invitation if an email is given. If the account is refused, the picture
 * is removed again. If the response was lost, the account may exist, so the picture remains.
 *
 * @throws an error that faultOf reads, with the server's words where it refused
 */
export const createProvider = async (
  db: Db,
  input: { values: ProviderForm; picture: File | null },
): Promise<{ userId: string; invited: boolean }> => {
  const { values, picture } = input;
  const logo = picture ? await uploadLogo(db, values.business_name, picture) : null;
  const body = { ...values, image_url: logo?.address ?? "" };
  try {
    const made = await callFunction<{ userId: string; invited: boolean }>(
      db,
      "admin-create-provider",
      body,
    );
    if (made) return made;
    throw new Error("No answer");
  } catch (error) {
    if (logo && error instanceof ReadableError)
      await db.storage.from(LOGO_BUCKET).remove([logo.path]);
    throw error;
  }
};
