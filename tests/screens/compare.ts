import sharp from "sharp";
import { SCALE, VIEWS } from "./sheet.ts";

/** A sheet is compared in squares of so many points: a share of the whole sheet hides a lost line of text. */
const SQUARE = 8;
/**
 * A square differs when its colours do by more than this of 255, on average. A word that is gone is 35 and other letters
 * in its place 14 to 19; a pixel that Chromium draws a shade lighter moves the encoding by up to 12.
 */
const BOUND = 13;

interface Sheet {
  data: Buffer;
  width: number;
  height: number;
}

const read = async (picture: Buffer | string): Promise<Sheet> => {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** The square of these columns that differs most, and by how much. */
const worstOf = (a: Sheet, b: Sheet, left: number, right: number) => {
  const height = Math.max(a.height, b.height);
  let worst = { y: 0, amount: 0 };
  for (let y = 0; y < height; y += SQUARE) {
    for (let x = left; x < right; x += SQUARE) {
      let sum = 0;
      let points = 0;
      for (let row = y; row < Math.min(y + SQUARE, height); row++) {
        for (let at = 3 * x; at < 3 * Math.min(x + SQUARE, right); at++) {
          const place = 3 * a.width * row + at;
          // Under the end of the shorter sheet is the grey that pads a view.
          sum += Math.abs((a.data[place] ?? 128) - (b.data[place] ?? 128));
          points++;
        }
      }
      if (sum / points > worst.amount) worst = { y, amount: sum / points };
    }
  }
  return worst;
};

/** Where two sheets differ most, for example `360 px light, 480 px from the top`: one line for each such view. */
export const differencesOf = async (
  one: Buffer | string,
  other: Buffer | string,
): Promise<string[]> => {
  const [a, b] = await Promise.all([read(one), read(other)]);
  if (a.width !== b.width) return ["other widths"];
  let left = 0;
  const views = VIEWS.map(({ width, colorScheme }) => {
    const start = left;
    left += width * SCALE;
    return { name: `${width} px ${colorScheme}`, ...worstOf(a, b, start, left) };
  });
  // A change in one view also moves the noise of the encoding in others, by less.
  const bound = Math.max(BOUND, Math.max(...views.map(({ amount }) => amount)) / 2);
  return views
    .filter(({ amount }) => amount > BOUND && amount >= bound)
    .map(({ name, y }) => `${name}, ${y / SCALE} px from the top`);
};
