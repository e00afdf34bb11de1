/**
 * Colours as arithmetic: sRGB as people write it, OKLCH to change lightness and keep the hue
 * (https://bottosson.github.io/posts/oklab/), and contrast by WCAG 2.2.
 */
export interface Oklch {
  lightness: number;
  chroma: number;
  /** In radians. */
  hue: number;
}

type Three = [number, number, number];

/** `#rrggbb`, the only form of a colour that a setting may have. */
export const isHexColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const linearOf = (hex: string): Three =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Three;

const hexOf = (linear: Three): string =>
  `#${linear
    .map((value) => {
      const part = Math.min(1, Math.max(0, value));
      const share = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
      return Math.round(share * 255)
        .toString(16)
        .padStart(2, "0");
    })
    .join("")}`;

const luminanceOf = ([red, green, blue]: Three): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Relative luminance, from 0 (black) to 1 (white). */
export const luminance = (hex: string): number => luminanceOf(linearOf(hex));

/** The contrast ratio of two luminances, from 1 to 21. */
export const ratioOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The contrast ratio of two colours, from 1 to 21. */
export const contrast = (one: string, other: string): number =>
  ratioOf(luminance(one), luminance(other));

export const oklchOf = (hex: string): Oklch => {
  const [red, green, blue] = linearOf(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
};

const linearOfOklch = ({ lightness, chroma, hue }: Oklch): Three => {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
};

const SLACK = 0.0005;
const fits = (three: Three): boolean => three.every((part) => part >= -SLACK && part <= 1 + SLACK);
/** Halvings of an interval: more make no difference in 8 bits. */
const HALVINGS = 12;

/** The nearest colour that screens show: the same lightness and hue, with less chroma where need be. */
const shown = (colour: Oklch): Three => {
  const found = linearOfOklch(colour);
  if (fits(found)) return found;
  let low = 0;
  let high = colour.chroma;
  for (let step = 0; step < HALVINGS; step++) {
    const chroma = (low + high) / 2;
    if (fits(linearOfOklch({ ...colour, chroma }))) low = chroma;
    else high = chroma;
  }
  return linearOfOklch({ ...colour, chroma: low });
};

export const hexOfOklch = (colour: Oklch): string => hexOf(shown(colour));

/** The colour with this hue and chroma whose luminance is nearest, on the lighter or darker side of it. */
export const withLuminance = (
  goal: number,
  { hue, chroma }: Pick<Oklch, "hue" | "chroma">,
  lighter: boolean,
): string => {
  let low = 0;
  let high = 1;
  for (let step = 0; step < HALVINGS; step++) {
    const lightness = (low + high) / 2;
    if (luminanceOf(shown({ lightness, chroma, hue })) < goal) low = lightness;
    else high = lightness;
  }
  return hexOfOklch({ lightness: lighter ? high : low, chroma, hue });
};
