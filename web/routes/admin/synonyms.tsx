import { loadSynonyms, SynonymsScreen } from "#web/features/search/admin/index.ts";
import { orNull } from "#web/features/site/admin/index.ts";
import { pageTitle } from "#web/features/site/search-engines/page-title.ts";
import { sessionClient } from "#web/session/session.ts";
import { Skeletons } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/synonyms.ts";

export const clientLoader = async () => ({
  synonyms: await orNull("Failed to load synonyms", loadSynonyms(await sessionClient())),
});
clientLoader.hydrate = true as const;

export const HydrateFallback = () => <Skeletons count={4} label="Loading synonyms..." />;

export const meta = pageTitle("Synonyms");

export default function SynonymsRoute({ loaderData }: Route.ComponentProps) {
  return <SynonymsScreen synonyms={loaderData.synonyms} />;
}
