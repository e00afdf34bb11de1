import type { SiteFacts } from "#web/session/settings.ts";

/** The site itself, and how to search it. Separate from the rest, which the home page need not load. */
export const webSite = ({ origin, siteName }: SiteFacts) => ({
  "@context": "https://schema.org",
  "@type": "WebSite",
  name: siteName,
  url: `${origin}/`,
  potentialAction: {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${origin}/directory?service={service}` },
    "query-input": "required name=service",
  },
});

/** Who runs the site, with its sign. */
export const organization = ({ origin, siteName }: SiteFacts) => ({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: siteName,
  url: `${origin}/`,
  logo: `${origin}/apple-touch-icon.png`,
});
