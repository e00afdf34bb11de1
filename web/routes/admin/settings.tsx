import { loadSettings } from "#web/features/site/settings/queries.ts";
import { SettingsScreen } from "#web/features/site/settings/screen.tsx";
import { sessionClient } from "#web/session/session.ts";
import { pageTitle } from "#web/shell/search-engines/head.ts";
import { orNull } from "#web/ui/admin/load-failure.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Route } from "./+types/settings.ts";

export const clientLoader = async () => ({
  loaded: await orNull("Failed to load settings", loadSettings(await sessionClient())),
});

export const meta = pageTitle("Settings");

export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Settings" lead="Site-wide settings. Pages show a change within seconds." />
      <SettingsScreen {...loaderData} />
    </>
  );
}
