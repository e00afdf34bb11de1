import type { MetaDescriptor } from "react-router";
import type { SiteFacts } from "#web/session/settings.ts";

interface Head {
  /** The whole title, with the site's name where it belongs. */
  title: string;
  description: string;
  /** The one address of this content: a path, with a query only where the query is the content. */
  path: string;
  /** The address of a picture for sharing, 1200 by 630. */
  picture?: string;
  /** False for what is thin, narrowed down or a later page: read on from there, but do not list it. */
  listed?: boolean;
  /** Structured data (JSON-LD), each a whole of schema.org. The router escapes it. */
  data?: readonly object[];
}

const DESCRIPTION = 160;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION) return line;
  const cut = line.slice(0, DESCRIPTION - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), DESCRIPTION / 2))}…`;
};

/** The tags by which search engines and those who share a page know it. */
export const headTags = (
  { origin, siteName }: SiteFacts,
  { title, description, path, picture = "/share/site.png", listed = true, data = [] }: Head,
): MetaDescriptor[] => {
  const summary = shorten(description);
  const address = origin + path;
  return [
    { title },
    { name: "description", content: summary },
    // Where there is nothing to be listed there is no address to list it under.
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
