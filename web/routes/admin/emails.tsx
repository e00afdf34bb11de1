import { EMAILS_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { firstOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { MailsScreen } from "#web/features/notifications/admin/mails-screen.tsx";
import { loadMails, loadSentMail } from "#web/features/notifications/admin/queries.ts";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import type { Route } from "./+types/emails.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const params = new URL(request.url).searchParams;
  const to = firstOf(params.get("to")?.trim() ?? "", INPUT_LIMITS.email);
  const db = await sessionClient();
  const [loaded, sent] = await Promise.all([
    orNull(EMAILS_NOT_LOADED, loadMails(db)),
    to ? orNull(EMAILS_NOT_LOADED, loadSentMail(db, to)) : null,
  ]);
  return { loaded, kind: params.get("mail"), to, sent };
};

export const meta = pageTitle("Emails");

export default function EmailsRoute({ loaderData }: Route.ComponentProps) {
  return <MailsScreen {...loaderData} />;
}
