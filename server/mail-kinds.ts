import { accountsMails } from "#domain/accounts/mails.ts";
import { MAILS } from "#domain/notifications/mails.ts";
import { placeholdersOf, requiredOf } from "#domain/notifications/wording.ts";

/** What supabase/seed/mail_kinds.csv says: every mail as the domain declares it, and the admins' test of one. */
export const mailKindsCsv = (): string =>
  [
    "kind,topic,placeholders,required",
    ...Object.entries(MAILS).map(([kind, mail]) => {
      const topic = kind in accountsMails ? "" : (mail.topic ?? "account");
      return [kind, topic, placeholdersOf(mail).join(" "), requiredOf(mail).join(" ")].join(",");
    }),
    "mail_test,account,,",
    "",
  ].join("\n");
