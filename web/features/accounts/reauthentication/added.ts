import type { User } from "@supabase/supabase-js";
import { faultOf } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";

/** A sign-in method of the account, or a second step. */
export interface Added {
  id: string;
  kind: "passkey" | "factor" | "recovery-codes";
  name: string;
  addedAt: string;
}

/** Since when a session of the account has had no proof; the service reports it with a new password. */
const unprovenSince = (user: User): number =>
  Date.parse((user as User & { unproven_since?: string }).unproven_since ?? "");

/** Additions since then, newest first: a thief of a session may have made them. */
export const loadAdded = async (db: Db, user: User): Promise<readonly Added[]> => {
  const since = unprovenSince(user);
  if (Number.isNaN(since)) return [];
  const [passkeys, factors] = await Promise.all([
    db.auth.passkey.list(),
    db.auth.mfa.listFactors(),
  ]);
  const all: Added[] = [
    ...(passkeys.data ?? []).map(({ id, friendly_name, created_at }) => ({
      id,
      kind: "passkey" as const,
      name: friendly_name || "Passkey",
      addedAt: created_at,
    })),
    ...(factors.data?.all ?? [])
      .filter(({ status }) => status === "verified")
      .map(({ id, factor_type, friendly_name, created_at }) => ({
        id,
        kind: factor_type === "recovery_code" ? ("recovery-codes" as const) : ("factor" as const),
        name: friendly_name || "Authenticator app",
        addedAt: created_at,
      })),
  ];
  return all
    .filter(({ addedAt }) => Date.parse(addedAt) > since)
    .toSorted((a, b) => Date.parse(b.addedAt) - Date.parse(a.addedAt));
};

const problemOf = (error: unknown): string | null =>
  error ? faultOf(error, "Please try again.").message : null;

/** Removes it from the account; recovery codes are removed with the last factor that they replace. */
export const removeAdded = async (db: Db, { id, kind }: Added): Promise<string | null> => {
  if (kind === "passkey") {
    return problemOf((await db.auth.passkey.delete({ passkeyId: id })).error);
  }
  if (kind === "recovery-codes") {
    return problemOf((await db.auth.mfa.recoveryCodes.unenroll()).error);
  }
  const { data } = await db.auth.mfa.listFactors();
  const others = (data?.all ?? []).filter((one) => one.id !== id && one.status === "verified");
  if (others.length > 0 && others.every((one) => one.factor_type === "recovery_code")) {
    await db.auth.mfa.recoveryCodes.unenroll();
  }
  return problemOf((await db.auth.mfa.unenroll({ factorId: id })).error);
};
