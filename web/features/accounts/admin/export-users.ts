import { accountLabel } from "#domain/accounts.ts";
import type { ExportedAccount } from "#domain/accounts-results.ts";
import { CSV_START, csvLine } from "#domain/values/csv.ts";
import { dayOf } from "#domain/values/dates.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { filterOf, type UserFilter } from "./queries.ts";

const PART = 1000;

const HEADER = [
  "First name",
  "Last name",
  "Business name",
  "Email",
  "Account type",
  "Location",
  "Phone number",
  "Categories",
  "Active",
  "Visible",
  "Joined",
  "Id",
];

const yesOrNo = (value: boolean): string => (value ? "yes" : "no");

/** One account as a line of the file. */
export const lineOf = (user: ExportedAccount, siteName: string): string =>
  csvLine([
    user.first_name,
    user.last_name,
    user.business_name,
    user.email,
    accountLabel(user.account_type, siteName),
    user.location,
    user.phone_number,
    user.categories.join("; "),
    yesOrNo(user.is_active),
    yesOrNo(user.is_visible),
    dayOf(user.created_at),
    user.profile_id,
  ]);

/**
 * Everybody who matches the filters, newest first, as a CSV file. Each part continues after the last row of
 * the one before, so that nobody is missed or repeated while others sign up.
 */
export const exportUsers = async (
  search: UserFilter,
  {
    siteName,
    signal,
    onProgress,
  }: { siteName: string; signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<Blob> => {
  const parts = [CSV_START, csvLine(HEADER)];
  let last: ExportedAccount | undefined;
  for (let rows = 0; ; ) {
    const after = last ? { after_id: last.profile_id, after_created: last.created_at } : {};
    const users = await performWrite(async (db) => {
      const { data, error } = await db
        .rpc("admin_export_users", { ...filterOf(search), page_size: PART, ...after })
        .abortSignal(signal);
      signal.throwIfAborted();
      if (error) throw error;
      return data;
    });
    parts.push(users.map((user) => lineOf(user, siteName)).join(""));
    rows += users.length;
    last = users.at(-1);
    onProgress(rows);
    if (users.length < PART) return new Blob(parts, { type: "text/csv;charset=utf-8" });
  }
};
