import { EMAILS_NOT_LOADED } from "#domain/site-admin-messages.ts";
import { loadMails, MailsScreen } from "#web/features/notifications/admin/index.ts";
import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/emails.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  loaded: await orNull(EMAILS_NOT_LOADED, loadMails(await sessionClient())),
  kind: new URL(request.url).searchParams.get("mail"),
});
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={4} label="Loading emails…" />;

export const meta = pageTitle("Emails");

export default function EmailsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Emails" lead="The words of every email that the site sends." />
      <MailsScreen {...loaderData} />
    </>
  );
}
