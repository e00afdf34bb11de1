import { LegalScreen } from "#web/features/site/legal/legal-screen.tsx";
import { loadLegal } from "#web/features/site/legal/queries.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/privacy.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  loadLegal(context.get(siteContext).visitor, "legal_privacy");

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `Privacy notice | ${site.siteName}`,
    description: "Which data about you we keep, why, and what you can do about it.",
    path: "/privacy",
  });
};

export default function PrivacyRoute({ loaderData }: Route.ComponentProps) {
  return <LegalScreen title="Privacy notice" legal={loaderData} />;
}
