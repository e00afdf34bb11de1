import sharp from "sharp";
import { json } from "#backend/core/http/http.ts";
import { brandColours } from "#domain/site-palette.ts";
import type { SiteSettings } from "#web/session/site.ts";

const MANIFEST = "/site.webmanifest";
const SIGN = "/favicon.svg";
/** The sign as a picture, with its width in pixels; browsers recognise a PNG at the old address too. */
const PICTURES: Record<string, number> = { "/favicon.ico": 32, "/apple-touch-icon.png": 180 };

/** Whether the address is a file whose content depends on the brand. */
export const isBrandFile = (pathname: string): boolean =>
  pathname === MANIFEST || pathname === SIGN || pathname in PICTURES;

/** What browsers show of the site when somebody puts it beside their apps. */
const webManifest = ({ siteName, brandColour }: SiteSettings) => {
  const { paper, pine } = brandColours(brandColour).palette;
  return {
    name: siteName,
    short_name: siteName,
    start_url: "/",
    display: "browser",
    background_color: paper.light,
    theme_color: pine.light,
    icons: [{ src: SIGN, sizes: "any", type: "image/svg+xml" }],
  };
};

/** The drawing of public/favicon.svg in the brand's colours. */
const signOf = (brandColour: string): string => {
  const { ground, plus, tick } = brandColours(brandColour).sign;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${ground}"/><path d="M6 10h7M9.5 6.5v7" stroke="${plus}" stroke-width="2.4"/><path d="M7.5 18.5l7 7L27 10" fill="none" stroke="${tick}" stroke-width="5"/></svg>`;
};

/** A file of the brand; null where the built file is right. */
export const brandFile = async (
  pathname: string,
  settingsOf: () => Promise<SiteSettings>,
): Promise<Response | null> => {
  const settings = await settingsOf();
  const headers = { "cache-control": "no-cache" };
  if (pathname === MANIFEST)
    return json(webManifest(settings), 200, {
      ...headers,
      "content-type": "application/manifest+json",
    });
  if (!settings.brandColour) return null;
  const sign = signOf(settings.brandColour);
  if (pathname === SIGN)
    return new Response(sign, { headers: { ...headers, "content-type": "image/svg+xml" } });
  const width = PICTURES[pathname];
  const picture = await sharp(Buffer.from(sign), { density: 600 })
    .resize(width, width)
    .png()
    .toBuffer();
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, "content-type": "image/png" },
  });
};
