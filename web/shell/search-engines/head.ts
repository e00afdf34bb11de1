import type { MetaDescriptor } from "react-router";
import { truncate } from "#domain/providers/providers.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { type SiteFacts, siteOf } from "#web/session/settings.ts";

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

/** As above, for a page that anybody may look for. */
export const accountPage =
  ({ title, description, path }: { title: string; description: string; path: string }) =>
  ({ matches }: Matches) => {
    const site = siteOf(matches);
    return headTags(site, { title: `${title} | ${site.siteName}`, description, path });
  };

interface Head {
  /** The whole title, including the site's name if wanted. */
  title: string;
  description: string;
  /**
   * The canonical address of this content: a path, with a query only if the query determines the content.
   */
  path: string;
  /** The address of a picture for sharing, 1200 by 630. */
  picture?: string;
  /** False for thin, filtered or later pages: search engines follow their links, but do not list them. */
  listed?: boolean;
  /** Structured data (JSON-LD), each a complete schema.org object. The router escapes it. */
  data?: readonly object[];
}

const DESCRIPTION = 160;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return lengthOf(line) <= DESCRIPTION ? line : truncate(line, DESCRIPTION - 1);
};

/** The tags for search engines and for sharing. */
export const headTags = (
  { origin, siteName }: SiteFacts,
  { title, description, path, picture = "/share/site.png", listed = true, data = [] }: Head,
): MetaDescriptor[] => {
  const summary = shorten(description);
  const address = origin + path;
  return [
    { title },
    { name: "description", content: summary },
    // A page that is not listed has no address to list it under.
    ...(listed
      ? [{ tagName: "link" as const, rel: "canonical", href: address }]
      : [{ name: "robots", content: "noindex, follow" }]),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: siteName },
    { property: "og:locale", content: "en_GB" },
    { property: "og:title", content: title },
    { property: "og:description", content: summary },
    { property: "og:url", content: address },
    { property: "og:image", content: origin + picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(listed ? data.map((one) => ({ "script:ld+json": one as Record<string, never> })) : []),
  ];
};
