import sharp from "sharp";
import { json } from "supabase-compatible-backend/core";
import { brandVersion, signShapes } from "#domain/site/brand.ts";
import { brandColours } from "#domain/site/palette.ts";
import { MOST_PIXELS } from "#domain/values/pictures.ts";
import type { Db } from "#web/session/database.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { publicFile } from "../share-pictures/public-file.ts";

const MANIFEST = "/site.webmanifest";
const SIGN = "/favicon.svg";
/** The sign as a picture, with its width in pixels; browsers recognise a PNG at the old address too. */
const PICTURES: Record<string, number> = { "/favicon.ico": 32, "/apple-touch-icon.png": 180 };
/** The width of a logo within the SVG. */
const EMBEDDED = 64;

/** Whether the address is a file whose content depends on the brand. */
const isBrandFile = (pathname: string): boolean =>
  pathname === MANIFEST || pathname === SIGN || pathname in PICTURES;

/** What browsers show of the site when a person installs it as an app. */
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

const svgOf = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;

/** The drawing of public/favicon.svg in the brand's colours. */
const drawnSign = (brandColour: string): string =>
  svgOf(signShapes(brandColours(brandColour).sign));

/** A picture as PNG in a square of this width. Rejects if it cannot be read. */
export const squarePicture = (source: Uint8Array, width: number): Promise<Buffer> =>
  sharp(source, { density: 600, limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize(width, width, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();

/** The icon at this address: the logo, or the sign where there is none or it cannot be read. */
const drawIcon = async (
  pathname: string,
  { logo, brandColour }: SiteSettings,
  visitor: Db,
): Promise<{ type: string; body: Uint8Array<ArrayBuffer> }> => {
  const file = await publicFile(visitor, logo);
  const embedded = file && (await squarePicture(file, EMBEDDED).catch(() => null));
  if (pathname === SIGN) {
    const data = embedded?.toString("base64");
    const svg = data
      ? svgOf(`<image width="32" height="32" href="data:image/png;base64,${data}"/>`)
      : drawnSign(brandColour);
    return { type: "image/svg+xml", body: new TextEncoder().encode(svg) };
  }
  const source = embedded && file ? file : Buffer.from(drawnSign(brandColour));
  const picture = await squarePicture(source, PICTURES[pathname] ?? EMBEDDED);
  return { type: "image/png", body: new Uint8Array(picture) };
};

/** The files of the brand. Each icon is drawn once, until the brand changes. */
export const createBrandFiles = (settingsOf: () => Promise<SiteSettings>, visitor: Db) => {
  let version = "";
  const icons = new Map<string, ReturnType<typeof drawIcon>>();

  const iconOf = (pathname: string, settings: SiteSettings) => {
    if (version !== brandVersion(settings)) icons.clear();
    version = brandVersion(settings);
    const drawn = icons.get(pathname) ?? drawIcon(pathname, settings, visitor);
    icons.set(pathname, drawn);
    drawn.catch(() => icons.delete(pathname));
    return drawn;
  };

  const respond = async (pathname: string): Promise<Response | null> => {
    const settings = await settingsOf();
    const headers = { "cache-control": "no-cache" };
    if (pathname === MANIFEST)
      return json(webManifest(settings), 200, {
        ...headers,
        "content-type": "application/manifest+json",
      });
    if (!settings.brandColour && !settings.logo) return null;
    const { type, body } = await iconOf(pathname, settings);
    return new Response(body, { headers: { ...headers, "content-type": type } });
  };

  /** Null for other addresses, and where the built file is right. */
  return (pathname: string): Promise<Response | null> | null =>
    isBrandFile(pathname) ? respond(pathname) : null;
};
