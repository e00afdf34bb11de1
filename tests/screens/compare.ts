import sharp from "sharp";
import { SCALE, VIEWS } from "./sheet.ts";

/** A sheet is compared in squares of so many points: a share of the whole sheet hides a lost line of text. */
const SQUARE = 8;
/** A square differs when its colours do by more than this of 255, on average. */
const BOUND = 6;

const read = async (picture: Buffer | string) => {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Where two sheets differ, for example `360 px light, 480 px from the top`, with one line for each view. */
export const differencesOf = async (
  one: Buffer | string,
  other: Buffer | string,
): Promise<string[]> => {
  const [a, b] = await Promise.all([read(one), read(other)]);
  if (a.width !== b.width) return ["other widths"];
  const found: string[] = [];
  let left = 0;
  for (const { width, colorScheme } of VIEWS) {
    const right = left + width * SCALE;
    let worst = 0;
    let first = -1;
    for (let y = 0; y < Math.max(a.height, b.height); y += SQUARE) {
      for (let x = left; x < right; x += SQUARE) {
        let sum = 0;
        let points = 0;
        for (let row = y; row < Math.min(y + SQUARE, Math.max(a.height, b.height)); row++) {
          for (let at = 3 * x; at < 3 * Math.min(x + SQUARE, right); at++) {
            const place = 3 * a.width * row + at;
            // Under the end of the shorter sheet is the grey that pads a view.
            sum += Math.abs((a.data[place] ?? 128) - (b.data[place] ?? 128));
            points++;
          }
        }
        if (sum / points > BOUND) {
          if (first < 0) first = y;
          worst = Math.max(worst, sum / points);
        }
      }
    }
    if (first >= 0)
      found.push(
        `${width} px ${colorScheme}, ${first / SCALE} px from the top (${worst.toFixed(0)} of 255)`,
      );
    left = right;
  }
  return found;
};
