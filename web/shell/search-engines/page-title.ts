import { siteOf } from "#web/session/settings.ts";
import { headTags } from "./head.ts";

type Matches = { matches: readonly (object | undefined)[] };

/** The `meta` of a page with a fixed title: `Your account | Solutionz`, with the running site's name. */
export const pageTitle =
  (title: string) =>
  ({ matches }: Matches) => [
    { title: `${title} | ${siteOf(matches).siteName}` },
    NOT_FOR_SEARCH_ENGINES,
  ];

/** Search engines should not list these pages. */
const NOT_FOR_SEARCH_ENGINES = { name: "robots", content: "noindex" };

/** The same for a page that anybody may look for. */
export const accountPage =
  ({ title, description, path }: { title: string; description: string; path: string }) =>
  ({ matches }: Matches) => {
    const site = siteOf(matches);
    return headTags(site, { title: `${title} | ${site.siteName}`, description, path });
  };
