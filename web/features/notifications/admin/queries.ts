import type { MailSettings } from "#domain/site-results.ts";
import type { Db } from "#web/session/database.ts";

export type { MailSettings } from "#domain/site-results.ts";

export const loadMails = async (db: Db): Promise<MailSettings> => {
  const { data, error } = await db.rpc("admin_mails");
  if (error) throw error;
  return data;
};
