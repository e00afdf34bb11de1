import { siteContext } from "#web/session/site.ts";
import type { Route } from "./+types/robots.ts";

/**
 * What to crawl, and where the sitemap is. Pages that must not be listed say so themselves (noindex), which
 * only crawlers with access can see; so little is forbidden here.
 */
export const loader = ({ context }: Route.LoaderArgs) => {
  const { origin } = context.get(siteContext);
  const rules = ["/auth/", "/rest/", "/functions/", "/_mailbox", "/admin", "/report?"];
  const lines = ["User-agent: *", ...rules.map((path) => `Disallow: ${path}`)];
  return new Response(`${lines.join("\n")}\n\nSitemap: ${origin}/sitemap.xml\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
};
