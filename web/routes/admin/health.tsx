import { HEALTH_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { loadHealth } from "#web/features/site/admin/health.ts";
import { HealthScreen } from "#web/features/site/admin/health-screen.tsx";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/health.ts";

export const clientLoader = async () => {
  const loading = sessionClient().then(loadHealth);
  return { loaded: await orNull(HEALTH_NOT_LOADED, loading) };
};

export const meta = pageTitle("Health");

export default function HealthRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Health" />
      <HealthScreen {...loaderData} />
    </>
  );
}
