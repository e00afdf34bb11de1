import { Home } from "#web/features/site/home/home.tsx";
import { loadLiveHome } from "#web/features/site/home/live.ts";
import { isEmptySearch } from "#web/features/site/home/search.ts";
import { HYDRATE_ON_INTERACTION } from "#web/session/hydration.ts";
import { useSession } from "#web/session/session.ts";
import { siteOf } from "#web/session/settings.ts";
import { siteContext } from "#web/session/site.ts";
import { unlessUnreachable } from "#web/session/unless.ts";
import { headTags } from "#web/shell/search-engines/head.ts";
import { organization, webSite } from "#web/shell/search-engines/structured-data.ts";
import type { Route } from "./+types/home.ts";

/** The page is complete without what is happening on the site. */
export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { visitor, shared } = context.get(siteContext);
  const live = await shared("home", () => loadLiveHome(visitor)).catch((error: unknown) => {
    if (!request.signal.aborted) console.warn(error);
    return null;
  });
  return { live, emptySearch: isEmptySearch(new URL(request.url).searchParams) };
};

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  unlessUnreachable(serverLoader(), request, () => ({ live: null, emptySearch: false }));

export const handle = HYDRATE_ON_INTERACTION;

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches);
  return headTags(site, {
    title: `${site.siteName}: find and hire local professionals`,
    description:
      "Find tradespeople, photographers, tutors and more near you. Read feedback, compare work and get it done.",
    path: "/",
    data: [webSite(site), organization(site)],
  });
};

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return <Home signedIn={useSession().status === "signed-in"} {...loaderData} />;
}
