import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { loadSettings, SettingsScreen } from "#web/features/site/settings/index.ts";
import { sessionClient } from "#web/session/session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/settings.ts";

export const clientLoader = async () => ({
  loaded: await orNull("Failed to load settings", loadSettings(await sessionClient())),
});
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={4} label="Loading settings…" />;

export const meta = pageTitle("Settings");

export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Settings" lead="Site-wide settings. Pages show a change within seconds." />
      <SettingsScreen {...loaderData} />
    </>
  );
}
