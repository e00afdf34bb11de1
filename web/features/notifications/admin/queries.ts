import type { MailSettings, SentMail } from "#domain/site/results.ts";
import type { Db } from "#web/session/database.ts";

export type { MailSettings, SentMail } from "#domain/site/results.ts";

export const loadMails = async (db: Db): Promise<MailSettings> => {
  const { data } = await db.rpc("admin_mails").throwOnError();
  return data;
};

/** What became of the newest mails to an address. */
export const loadSentMail = async (db: Db, address: string): Promise<SentMail> => {
  const { data } = await db.rpc("admin_sent_mail", { p_address: address }).throwOnError();
  return data;
};
