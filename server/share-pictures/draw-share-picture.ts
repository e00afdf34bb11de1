import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { type SiteBrand, signShapes } from "#domain/site/brand.ts";
import { type BrandColours, brandColours } from "#domain/site/palette.ts";
import { squarePicture } from "../pages/brand-files.ts";
import { unpackWoff } from "./woff.ts";

/** The text of a picture: two lines of small words, and a large one between them. */
export interface PictureWords {
  above: string;
  title: string;
  below: string;
  rating: { average: number; count: number } | null;
  /** The street of the home page along the foot, where the words have no rating below them. */
  street?: boolean;
}

const SIZE = { width: 1200, height: 630 };
const MARGIN = 90;
/** The width of a portrait, which is on the right; the text ends before it. */
const ROUND = 340;
const PAPER = "#ffffff";
const STARS = "#ffb51f";

const files = createRequire(import.meta.url);

/** The street, as wide as the picture. */
const drawnStreet = (): Promise<Buffer> =>
  sharp(path.join(import.meta.dirname, "../../public/art/street.svg"))
    .resize({ width: SIZE.width })
    .png()
    .toBuffer();

/** Our fonts as files for the text renderer, written when the first picture is drawn. */
const typefaces = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "typefaces-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const face = (font: string, name: string) => {
    const fontfile = path.join(folder, `${path.basename(name)}.ttf`);
    writeFileSync(fontfile, unpackWoff(readFileSync(files.resolve(`@fontsource/${name}.woff`))));
    return { font, fontfile };
  };
  return {
    display: face(
      "Bricolage Grotesque Bold",
      "bricolage-grotesque/files/bricolage-grotesque-latin-700-normal",
    ),
    plain: face("Instrument Sans Bold", "instrument-sans/files/instrument-sans-latin-700-normal"),
  };
};
let faces: ReturnType<typeof typefaces> | null = null;

const STAR = "M12 1.9l3.1 6.3 7 1-5 4.9 1.1 6.9L12 17.7 5.8 21l1.1-6.9-5-4.9 7-1z";

/** Full and half stars as the site shows them. */
const stars = (average: number, { palette }: BrandColours): string =>
  [0, 1, 2, 3, 4]
    .map((index) => {
      const fill = average - index >= 1 ? 24 : average - index >= 0.5 ? 12 : 0;
      return `<g transform="translate(${MARGIN + index * 58} 500) scale(2.1)"><path d="${STAR}" fill="${palette["pine-line"].dark}"/>
        <clipPath id="c${index}"><rect width="${fill}" height="24"/></clipPath>
        <path d="${STAR}" fill="${STARS}" clip-path="url(#c${index})"/></g>`;
    })
    .join("");

const drawnSign = ({ sign }: BrandColours): string =>
  `<g transform="translate(${MARGIN} 70) scale(2)">${signShapes(sign)}</g>`;

const bigSign = ({ palette, sign }: BrandColours): string =>
  `<g transform="translate(700 60) scale(17)" opacity=".5">${signShapes({ ground: "none", plus: palette["pine-line"].dark, tick: sign.ground })}</g>`;

const background = (
  { rating, street }: PictureWords,
  colours: BrandColours,
  signed: boolean,
): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <rect width="1200" height="630" fill="${colours.palette.pine.dark}"/>
    ${street ? "" : bigSign(colours)}
    ${signed ? drawnSign(colours) : ""}
    ${rating ? stars(rating.average, colours) : ""}</svg>`);

/** As Pango reads it: markup characters escaped, and characters removed that no text should contain. */
const written = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}]+/gu, " ").replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const cut = (text: string, longest: number): string => {
  const signs = [...text.trim()];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join("")}…` : signs.join("");
};

const line = async (
  words: string,
  { font, fontfile }: { font: string; fontfile: string },
  size: number,
  colour: string,
  top: number,
  left = MARGIN,
  right = MARGIN,
) => {
  if (words.trim() === "") return [];
  const text = `<span foreground="${colour}">${written(words)}</span>`;
  const width = SIZE.width - left - right;
  const input = await sharp({
    text: {
      text,
      font: `${font} ${size}`,
      fontfile,
      dpi: 72,
      rgba: true,
      width,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer();
  const { height = 0, width: wide = 0 } = await sharp(input).metadata();
  // A word that cannot be broken is cut at the edge and not refused.
  const room = { width: Math.min(wide, width), height: Math.min(height, SIZE.height - top) };
  return [
    {
      input: await sharp(input)
        .extract({ left: 0, top: 0, ...room })
        .toBuffer(),
      top,
      left,
    },
  ];
};

const circleMask = (style: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${ROUND}" height="${ROUND}"><circle cx="${ROUND / 2}" cy="${ROUND / 2}" r="${ROUND / 2 - 4}" ${style}/></svg>`,
  );

/** A person's picture as a disc; none if it is not a readable picture. */
const disc = async (file: Uint8Array | null, ring: string): Promise<Buffer | null> =>
  file &&
  sharp(file)
    .rotate()
    .resize(ROUND, ROUND, { fit: "cover" })
    .ensureAlpha()
    .composite([
      { input: circleMask("fill='#fff'"), blend: "dest-in" },
      { input: circleMask(`fill="none" stroke="${ring}" stroke-width="8"`) },
    ])
    .png()
    .toBuffer()
    .catch((error: unknown) => {
      console.warn(error);
      return null;
    });

/** The operator's logo in the place of the sign; null if it is no readable picture. */
const logoPicture = async (file: Uint8Array | null): Promise<Buffer | null> =>
  file && squarePicture(file, 64).catch(() => null);

/** The title's size, so that the longest ends above the text below it. */
const sizeOf = ({ length }: string, narrow: boolean): number =>
  narrow ? (length > 30 ? 48 : length > 14 ? 66 : 88) : length > 21 ? 68 : 88;

/** Draws a picture of 1200 by 630: some 20 kB, with a photograph up to 70. */
export const drawSharePicture = async (
  { siteName, brandColour }: SiteBrand,
  words: PictureWords,
  { file = null, logo = null }: { file?: Uint8Array | null; logo?: Uint8Array | null } = {},
): Promise<Uint8Array<ArrayBuffer>> => {
  faces ??= typefaces();
  const { display, plain } = faces;
  const title = cut(words.title, 64);
  const { rating, street = false } = words;
  const top = street
    ? { above: 172, title: 218, below: 312 }
    : { above: 196, title: 250, below: 440 };
  const colours = brandColours(brandColour);
  const soft = colours.palette["brand-strong"].dark;
  const portrait = await disc(file, soft);
  const right = portrait ? MARGIN + ROUND + 30 : MARGIN;
  const sign = await logoPicture(logo);
  const layers = [
    ...(street ? [{ input: await drawnStreet(), gravity: "south" }] : []),
    ...(sign ? [{ input: sign, top: 70, left: MARGIN }] : []),
    ...(await line(cut(siteName, 40), display, 48, PAPER, 78, MARGIN + 84)),
    ...(await line(
      cut(words.above, portrait ? 36 : 56),
      plain,
      36,
      colours.palette.signal.dark,
      top.above,
      MARGIN,
      right,
    )),
    ...(await line(
      title,
      display,
      sizeOf(title, portrait !== null),
      PAPER,
      top.title,
      MARGIN,
      right,
    )),
    ...(await line(
      cut(words.below, portrait ? 36 : 60),
      plain,
      36,
      soft,
      top.below,
      MARGIN,
      right,
    )),
    ...(portrait
      ? [{ input: portrait, top: (SIZE.height - ROUND) / 2, left: SIZE.width - MARGIN - ROUND }]
      : []),
    ...(rating
      ? await line(
          `${rating.average.toFixed(1)} from ${rating.count} ${rating.count === 1 ? "review" : "reviews"}`,
          plain,
          34,
          PAPER,
          508,
          MARGIN + 310,
        )
      : []),
  ];
  const picture = sharp(background(words, colours, sign === null)).composite(layers);
  return new Uint8Array(
    await picture.png({ palette: true, colours: portrait ? 256 : 64 }).toBuffer(),
  );
};
