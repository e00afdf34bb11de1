import type { AccountFile } from "#domain/accounts/results.ts";
import type { Db } from "./database.ts";
import { Refusal } from "./errors.ts";
import { memberOf } from "./member.ts";
import { isMissing, payments } from "./stripe.ts";

/** A payer is not charged again; the payment provider's own records (invoices) remain there. */
export const stopPayments = async (service: Db, userId: string): Promise<void> => {
  const { subscription } = await memberOf(service, userId);
  if (!subscription) return;
  try {
    await payments().subscriptions.update(subscription, { cancel_at_period_end: true });
  } catch (cause) {
    if (!isMissing(cause)) throw new Refusal("delete_failed", { cause });
  }
};

/** Files removed in one call of the storage service. */
const AT_ONCE = 100;

/** The files that are deleted with an account. */
export const filesOf = async (service: Db, userId: string): Promise<AccountFile[]> => {
  const { data } = await service.rpc("account_files", { p_user: userId }).throwOnError();
  return data;
};

/** Deletes files; one that was deleted already is no failure. */
export const removeFiles = async (
  service: Db,
  files: readonly Omit<AccountFile, "size">[],
): Promise<void> => {
  for (const bucket of new Set(files.map((file) => file.bucket))) {
    const names = files.filter((file) => file.bucket === bucket).map(({ name }) => name);
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const { error } = await service.storage.from(bucket).remove(names.slice(at, at + AT_ONCE));
      if (error) throw new Refusal("delete_failed", { cause: error });
    }
  }
};
