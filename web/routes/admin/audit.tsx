import { AUDIT_LOG_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { loadAudit, readAuditSearch } from "#web/features/audit/queries.ts";
import { AuditScreen } from "#web/features/audit/screen.tsx";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import type { Route } from "./+types/audit.ts";

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const search = readAuditSearch(new URL(request.url).searchParams);
  const loading = loadAudit(await sessionClient(), search);
  return { search, page: await orNull(AUDIT_LOG_NOT_LOADED, loading) };
};

export const meta = pageTitle("Audit log");

export default function AuditRoute({ loaderData }: Route.ComponentProps) {
  return <AuditScreen {...loaderData} />;
}
