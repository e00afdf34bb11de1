import { accountLabel } from "#domain/accounts/accounts.ts";
import { PROFILE_COLUMNS, profileText } from "#domain/accounts/fields.ts";
import { CSV_START, csvLine } from "#domain/values/csv.ts";
import { dayOf } from "#domain/values/dates.ts";
import { performWrite } from "#web/session/perform-write.ts";
import type { Profile } from "#web/session/session.ts";
import { filterOf, type UserFilter } from "./queries.ts";

const PART = 1000;

const NAMES = ["first_name", "last_name", "business_name"] as const;

/** A long text would hide the others. */
const TEXTS = PROFILE_COLUMNS.filter(
  (column) => !profileText(column).long && !NAMES.some((name) => name === column),
);

const HEADER = [
  ...NAMES.map((column) => profileText(column).label),
  "Email",
  "Account type",
  ...TEXTS.map((column) => profileText(column).label),
  "Categories",
  "Active",
  "Visible",
  "Joined",
  "Id",
];

/** Those of the header, so that portfolios do not travel with them. */
const COLUMNS = [
  ...NAMES,
  ...TEXTS,
  "email",
  "account_type",
  "categories",
  "is_active",
  "is_visible",
  "created_at",
  "id",
] as const;

export type ExportedAccount = Pick<Profile, (typeof COLUMNS)[number]>;

const yesOrNo = (value: boolean): string => (value ? "yes" : "no");

/** One account as a line of the file. */
export const lineOf = (user: ExportedAccount, siteName: string): string =>
  csvLine([
    ...NAMES.map((column) => user[column]),
    user.email,
    accountLabel(user.account_type, siteName),
    ...TEXTS.map((column) => user[column]),
    user.categories.join("; "),
    yesOrNo(user.is_active),
    yesOrNo(user.is_visible),
    dayOf(user.created_at),
    user.id,
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
    const after = last ? { after_id: last.id, after_created: last.created_at } : {};
    const users = await performWrite(async (db) => {
      const { data } = await db
        .rpc("admin_export_users", { ...filterOf(search), page_size: PART, ...after })
        .select(COLUMNS.join() as "*")
        .abortSignal(signal)
        .throwOnError();
      return data;
    });
    parts.push(users.map((user) => lineOf(user, siteName)).join(""));
    rows += users.length;
    last = users.at(-1);
    onProgress(rows);
    if (users.length < PART) return new Blob(parts, { type: "text/csv;charset=utf-8" });
  }
};
