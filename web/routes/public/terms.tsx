import { LegalScreen } from "#web/features/site/legal/legal-screen.tsx";
import { loadLegal } from "#web/features/site/legal/queries.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/terms.ts";

export const loader = ({ context }: Route.LoaderArgs) =>
  loadLegal(context.get(siteContext).visitor, "legal_terms");

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `Terms of use | ${site.siteName}`,
    description: "What you can expect of us, and what we expect of you.",
    path: "/terms",
  });
};

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return <LegalScreen title="Terms of use" legal={loaderData} />;
}
