import { FAIR_LEAD, FairScreen } from "#web/features/site/legal/fair-screen.tsx";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { siteOf } from "#web/session/settings.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import type { Route } from "./+types/fair.ts";

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `How we keep this fair | ${site.siteName}`,
    description: FAIR_LEAD,
    path: "/how-we-keep-this-fair",
  });
};

export default FairScreen;
