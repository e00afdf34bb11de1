import sharp from "sharp";
import { expect, it } from "vitest";
import { differencesOf } from "./compare.ts";
import { sheetOf, VIEWS } from "./sheet.ts";

/** Lines of ten upright strokes each, as thick and as high as those of the site's letters. */
const page = (width: number, height: number, lines: number[]) => {
  const strokes = lines.flatMap((y) =>
    Array.from(
      { length: 10 },
      (_, n) => `<rect x="${16 + 8 * n}" y="${y}" width="2" height="11" />`,
    ),
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f5f7f6" />${strokes.join("")}</svg>`,
    ),
  )
    .jpeg({ quality: 90 })
    .toBuffer();
};

const sheet = async (lines: number[], windows = 1) =>
  sheetOf(
    await Promise.all(VIEWS.map(({ width, height }) => page(width, windows * height, lines))),
  );

it("notices one line of text that is missing, and says where in each view", async () => {
  const approved = await sheet([100, 300, 500]);
  expect(await differencesOf(await sheet([100, 300, 500]), approved)).toEqual([]);
  expect(await differencesOf(await sheet([100, 500]), approved)).toEqual(
    VIEWS.map(({ width, colorScheme }) =>
      expect.stringContaining(`${width} px ${colorScheme}, 288 px`),
    ),
  );
});

it("notices a page that became longer below the window", async () => {
  const approved = await sheet([100], 2);
  expect(await differencesOf(await sheet([100, 1400], 2), approved)).toHaveLength(VIEWS.length);
  expect(await differencesOf(await sheet([100], 3), approved)).toHaveLength(VIEWS.length);
});
