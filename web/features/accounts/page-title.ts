import { siteOf } from "#web/session/settings.ts";

/** The `meta` of a page with a fixed title: `Log in | Solutionz`, with the running site's name. */
export const pageTitle =
  (title: string) =>
  ({ matches }: { matches: readonly (object | undefined)[] }) => [
    { title: `${title} | ${siteOf(matches).siteName}` },
    NOT_FOR_SEARCH_ENGINES,
  ];

/** Search engines should not list these pages. */
const NOT_FOR_SEARCH_ENGINES = { name: "robots", content: "noindex" };
