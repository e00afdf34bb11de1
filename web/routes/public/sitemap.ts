import { siteContext } from "#web/session/site.ts";
import {
  sitemapPart,
  sitemapParts,
  writeIndex,
  writePart,
} from "#web/shell/search-engines/sitemap.ts";
import type { Route } from "./+types/sitemap.ts";

const HEADERS = {
  "content-type": "application/xml; charset=utf-8",
  // Also how long the server caches it, so that a part is built once in this time.
  "cache-control": "public, max-age=600",
};

/** /sitemap.xml lists the parts, /sitemap/{part}.xml a part's addresses. */
export const loader = async ({ context, params, request }: Route.LoaderArgs) => {
  const { visitor, origin } = context.get(siteContext);
  if (new URL(request.url).pathname === "/sitemap.xml") {
    return new Response(writeIndex(origin, await sitemapParts(visitor)), { headers: HEADERS });
  }
  const part = /^(.+)\.xml$/.exec(params.part ?? "")?.[1];
  const addresses = part ? await sitemapPart(visitor, part) : null;
  if (!addresses) return new Response("Not found", { status: 404 });
  return new Response(writePart(origin, addresses), { headers: HEADERS });
};
