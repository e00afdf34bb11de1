import type { Page } from "@playwright/test";
import sharp from "sharp";
import { freeze, type Screen } from "./screen.ts";

/** The three widths and heights in which every screen is looked at. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const SCHEMES = ["light", "dark"] as const;
export const VIEWS = SCHEMES.flatMap((colorScheme) =>
  SIZES.map((size) => ({ ...size, colorScheme })),
);
export type View = (typeof VIEWS)[number];

/** Of a screen's pixels in a sheet: enough to see its layout, and a letter is still grey. */
export const SCALE = 1 / 4;
/** A sheet ends after so many heights of the window: what follows is more of the same list. */
const WINDOWS = 3;

export const scrollTo = (page: Page, part = "body") =>
  page
    .locator(part)
    .first()
    .evaluate((element) => element.scrollIntoView());

/** A picture that is the same as the one before it, or the fifth: Chromium may not have drawn all of a long page yet. */
const steady = async (shoot: () => Promise<Buffer>): Promise<Buffer> => {
  let [last, next] = [await shoot(), await shoot()];
  for (let tries = 0; tries < 3 && !next.equals(last); tries++)
    [last, next] = [next, await shoot()];
  return next;
};

/** Takes a screen in each width and theme: the whole page, or the window where the screen says so. */
export const take = async (
  page: Page,
  { at, mask, path: address, byWidth }: Screen,
): Promise<Buffer[]> => {
  const taken: Buffer[] = [];
  // What was pressed is no longer under the pointer.
  await page.mouse.move(0, 0);
  // Where a wide window was, a picture stays as large as it needed; so the first view is as the others.
  await page.setViewportSize(SIZES[2]);
  await page.evaluate(freeze);
  for (const { width, height, colorScheme } of VIEWS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    if (byWidth) await page.goto(address, { waitUntil: "networkidle" });
    for (const frame of page.frames()) await frame.evaluate(freeze);
    await scrollTo(page, at);
    taken.push(
      await steady(() =>
        page.screenshot({
          fullPage: !at,
          type: "jpeg",
          quality: 90,
          mask: mask ? [page.locator(mask)] : [],
          maskColor: "#f5b82e",
        }),
      ),
    );
  }
  return taken;
};

/** The views of a screen side by side in one small picture, the light ones first. */
export const sheetOf = async (taken: Buffer[]): Promise<Buffer> => {
  const small = await Promise.all(
    taken.map(async (input, at) => {
      const { width, height } = VIEWS[at] as View;
      const { height: whole } = await sharp(input).metadata();
      return sharp(input)
        .extract({ left: 0, top: 0, width, height: Math.min(whole, WINDOWS * height) })
        .resize({ width: width * SCALE })
        .toBuffer({ resolveWithObject: true });
    }),
  );
  return sharp({
    create: {
      width: small.reduce((sum, { info }) => sum + info.width, 0),
      height: Math.max(...small.map(({ info }) => info.height)),
      channels: 3,
      background: "#808080",
    },
  })
    .composite(
      small.map(({ data }, at) => ({
        input: data,
        left: small.slice(0, at).reduce((sum, { info }) => sum + info.width, 0),
        top: 0,
      })),
    )
    .webp({ quality: 25, effort: 6 })
    .toBuffer();
};
