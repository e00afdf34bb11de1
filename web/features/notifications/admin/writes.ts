import type { Wording } from "#domain/notifications/mail.ts";
import type { Db } from "#web/session/database.ts";

/** Sends the admin a mail with these words, and returns the address. */
export const sendTestMail = async (db: Db, kind: string, words: Wording): Promise<string> => {
  const { data } = await db
    .rpc("admin_send_test_mail", { mail: kind, words: { ...words } })
    .throwOnError();
  return data;
};
