import type { Page } from "@playwright/test";
import sharp from "sharp";

/** The three widths and heights in which every screen is looked at. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
export const SCHEMES = ["light", "dark"] as const;

/** Of a screen's pixels in a sheet: enough to see its layout, and a letter is still grey. */
const SCALE = 1 / 4;
/** A point differs by more than this of 255; and at most this share of them may. */
const POINT = 48;
const SHARE = 0.01;

type View = { width: number; height: number; colorScheme: (typeof SCHEMES)[number] };

/** Waits in a page for its fonts, and for the pictures within the window. */
const shownWhole = async (): Promise<void> => {
  await document.fonts.ready;
  const inWindow = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  // A picture that cannot be had shows what is in its place.
  await Promise.all(inWindow.map((image) => image.decode().catch(() => undefined)));
};

/** What the page shows in each width and theme, one after the other. */
export const views = async <T>(page: Page, take: (view: View) => Promise<T>): Promise<T[]> => {
  const taken: T[] = [];
  for (const colorScheme of SCHEMES) {
    for (const { width, height } of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height });
      await page.evaluate(shownWhole);
      taken.push(await take({ width, height, colorScheme }));
    }
  }
  return taken;
};

/** The six views of a screen in one picture: widths from left to right, the light theme above the dark one. */
export const sheetOf = async (page: Page, mask: string): Promise<Buffer> => {
  const widths = SIZES.map(({ width }) => width * SCALE);
  const row = Math.round(Math.max(...SIZES.map(({ height }) => height)) * SCALE);
  const shots = await views(page, async ({ width }) =>
    sharp(await page.screenshot({ mask: [page.locator(mask)], maskColor: "#808080" }))
      .resize({ width: width * SCALE })
      .toBuffer(),
  );
  return sharp({
    create: {
      width: widths.reduce((sum, width) => sum + width),
      height: 2 * row,
      channels: 3,
      background: "#808080",
    },
  })
    .composite(
      shots.map((input, at) => ({
        input,
        left: widths.slice(0, at % SIZES.length).reduce((sum, width) => sum + width, 0),
        top: at < SIZES.length ? 0 : row,
      })),
    )
    .webp({ quality: 40, effort: 6 })
    .toBuffer();
};

/** The share of points by which two pictures differ (0 to 1), and whether that is too many. */
export const differenceOf = async (
  one: Buffer,
  other: string,
): Promise<{ share: number; tooMuch: boolean }> => {
  const read = (picture: Buffer | string) =>
    sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [a, b] = await Promise.all([read(one), read(other)]);
  const share =
    a.data.length === b.data.length
      ? a.data.filter((point, at) => Math.abs(point - (b.data[at] ?? 0)) > POINT).length /
        a.data.length
      : 1;
  return { share, tooMuch: share > SHARE };
};
