import type { MetaFunction } from "react-router";
import { Home } from "#web/features/site/home/index.ts";
import { headTags, organization, webSite } from "#web/features/site/search-engines/index.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { useSession } from "#web/session/session.ts";
import { siteOf } from "#web/session/settings.ts";

export const handle = HYDRATE_ON_INTERACTION;

export const meta: MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `${site.siteName}: find and hire trusted local professionals`,
    description:
      "Find tradespeople, photographers, tutors and more near you. Read feedback, compare work and get it done.",
    path: "/",
    data: [webSite(site), organization(site)],
  });
};

export default function HomeRoute() {
  return <Home signedIn={useSession().status === "signed-in"} />;
}
