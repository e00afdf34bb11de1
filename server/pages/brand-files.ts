import { json } from "#backend/core/http/http.ts";
import type { SiteSettings } from "#web/session/site.ts";

export const MANIFEST_PATH = "/site.webmanifest";

/** What browsers show of the site when somebody puts it beside their apps. */
export const webManifest = ({ siteName }: SiteSettings): Response =>
  json(
    {
      name: siteName,
      short_name: siteName,
      start_url: "/",
      display: "browser",
      background_color: "#f5f8f6",
      theme_color: "#08301f",
      icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
    },
    200,
    { "content-type": "application/manifest+json", "cache-control": "no-cache" },
  );
