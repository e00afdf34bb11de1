import {
  contrast,
  hexOfOklch,
  isHexColour,
  luminance,
  type Oklch,
  oklchOf,
  withLuminance,
} from "#domain/values/colours.ts";

type Theme = "light" | "dark";
type Shades = Readonly<Record<Theme, string>>;

/**
 * The colour roles of `web/app.css` that belong to the brand (a test compares them). Colours with a meaning of
 * their own (stars, what happened) are everybody's.
 */
export const DEFAULT_PALETTE = {
  paper: { light: "#f5f8f6", dark: "#0c1613" },
  surface: { light: "#ffffff", dark: "#13211c" },
  raised: { light: "#ffffff", dark: "#1a2b25" },
  sunken: { light: "#e9efec", dark: "#08100d" },
  hover: { light: "#eaf1ed", dark: "#1d3029" },
  ink: { light: "#0b2a20", dark: "#e8f1ec" },
  "ink-soft": { light: "#45594f", dark: "#a6b8af" },
  line: { light: "#d4ded9", dark: "#273a33" },
  "line-strong": { light: "#71867b", dark: "#71877c" },
  focus: { light: "#0a7a50", dark: "#ffc34a" },
  brand: { light: "#0b4a34", dark: "#8fdcb6" },
  "brand-strong": { light: "#07361f", dark: "#b4ecd0" },
  "on-brand": { light: "#ffffff", dark: "#08251a" },
  "brand-wash": { light: "#dcefe4", dark: "#17382b" },
  signal: { light: "#ffb51f", dark: "#ffb51f" },
  "signal-strong": { light: "#f5a300", dark: "#ffc656" },
  "on-signal": { light: "#0b2a20", dark: "#0b2a20" },
  pine: { light: "#08301f", dark: "#08301f" },
  "pine-deep": { light: "#052417", dark: "#052417" },
  "pine-line": { light: "#2a5a45", dark: "#2a5a45" },
} as const satisfies Record<string, Shades>;

type Role = keyof typeof DEFAULT_PALETTE;
type Palette = Readonly<Record<Role, Shades>>;

/** WCAG 2.2 level AA: text, and the bounds and marks of controls. */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 3;

const GROUNDS = ["paper", "surface", "raised", "sunken", "hover"] as const;

/** The chroma at which a colour gives its whole tint to the surfaces: greyer ones give less. */
const FULL_TINT = 0.08;

/** The chroma of the brand's text on dark surfaces: more of it dazzles. */
const DARK_CHROMA = 0.14;

/** The colour, lighter or darker by steps until it has the contrast with every ground, as black or white has. */
const visible = (
  colour: Oklch,
  grounds: readonly string[],
  least: number,
  step: number,
): string => {
  const lights = grounds.map(luminance);
  // The ground that is hardest to be seen on.
  const hardest = step < 0 ? Math.min(...lights) : Math.max(...lights);
  for (let { lightness } = colour; lightness > 0 && lightness < 1; lightness += step) {
    const hex = hexOfOklch({ ...colour, lightness });
    const own = luminance(hex);
    if (
      step < 0 ? (hardest + 0.05) / (own + 0.05) >= least : (own + 0.05) / (hardest + 0.05) >= least
    )
      return hex;
  }
  return step < 0 ? "#000000" : "#ffffff";
};

const BY_STEP = 0.01;
/** How much darker or lighter a pressed colour is. */
const STRONGER = 0.07;

/** The text on a colour: the brand's darkest or white, whichever is easier to read. */
const textOn = (colour: string, dark: string): string =>
  [dark, "#000000"].find((one) => contrast(one, colour) >= TEXT_CONTRAST) ?? "#ffffff";

/**
 * The palette of a brand with this colour. Surfaces, lines and text get its hue and keep the default's luminance.
 * The brand's own colour is used where it can be seen, and otherwise the nearest that can: 4.5:1 for text and
 * 3:1 for controls, in both themes, whatever the colour is.
 */
export const paletteOf = (colour: string): Palette => {
  if (!isHexColour(colour)) throw new RangeError("A colour is written #rrggbb");
  const own = oklchOf(colour);
  const tint = Math.min(1, own.chroma / FULL_TINT);
  const palette: Record<string, Record<Theme, string>> = {};
  for (const [role, shades] of Object.entries(DEFAULT_PALETTE)) {
    const turned = (theme: Theme): string => {
      const isGround = /^(paper|surface|raised|sunken|hover|brand-wash|pine)/.test(role);
      const isLight = theme === "light" && !role.startsWith("pine");
      const { chroma } = oklchOf(shades[theme]);
      const toned = { hue: own.hue, chroma: chroma * tint };
      return withLuminance(luminance(shades[theme]), toned, isGround === isLight);
    };
    const light = turned("light");
    palette[role] = { light, dark: shades.dark === shades.light ? light : turned("dark") };
  }
  const roles = palette as Record<Role, Record<Theme, string>>;
  const groundsOf = (theme: Theme): string[] => [
    ...GROUNDS.map((ground) => roles[ground][theme]),
    roles["brand-wash"][theme],
    ...(theme === "dark" ? [roles.pine.dark] : []),
  ];

  const light = groundsOf("light");
  const dark = groundsOf("dark");
  roles.brand.light = visible(own, light, TEXT_CONTRAST, -BY_STEP);
  const brand = oklchOf(roles.brand.light);
  const deeper = Math.max(0, brand.lightness - STRONGER);
  roles["brand-strong"].light = hexOfOklch({ ...brand, lightness: deeper });
  roles["on-brand"].light = "#ffffff";
  const soft = Math.min(own.chroma, DARK_CHROMA);
  for (const role of ["brand", "brand-strong"] as const)
    roles[role].dark = withLuminance(
      luminance(DEFAULT_PALETTE[role].dark),
      { hue: own.hue, chroma: soft },
      true,
    );

  roles.signal.light = visible(own, light, MARK_CONTRAST, -BY_STEP);
  roles.signal.dark = visible(own, dark, TEXT_CONTRAST, BY_STEP);
  for (const theme of ["light", "dark"] as const) {
    const signal = roles.signal[theme];
    const text = textOn(signal, roles.ink.light);
    const shade = oklchOf(signal);
    const strong = [-STRONGER, STRONGER]
      .map((by) =>
        hexOfOklch({ ...shade, lightness: Math.min(1, Math.max(0, shade.lightness + by)) }),
      )
      .find(
        (one) =>
          contrast(one, text) >= TEXT_CONTRAST &&
          groundsOf(theme).every((ground) => contrast(one, ground) >= MARK_CONTRAST),
      );
    roles["on-signal"][theme] = text;
    roles["signal-strong"][theme] = strong ?? signal;
  }
  roles.focus.light = roles.brand.light;
  roles.focus.dark = roles.signal.dark;
  return roles;
};

/** What is drawn outside of pages in the brand's colours: the sign, pictures for sharing, mails. */
export interface BrandColours {
  palette: Palette;
  /** The sign: its ground, the plus and the tick. */
  sign: { ground: string; plus: string; tick: string };
}

const DEFAULT_COLOURS: BrandColours = {
  palette: DEFAULT_PALETTE,
  sign: { ground: "#0b4a34", plus: "#bfe3cf", tick: "#ffb51f" },
};

/** The colours of a brand; those of the default for an empty setting. */
export const brandColours = (colour: string): BrandColours => {
  if (!isHexColour(colour)) return DEFAULT_COLOURS;
  const palette = paletteOf(colour);
  const { brand } = palette;
  return {
    palette,
    sign: { ground: brand.light, plus: palette["brand-wash"].light, tick: "#ffffff" },
  };
};

/** The colours of mails, which have one light frame in every theme. */
export const mailColours = (colour: string) => {
  const { palette } = brandColours(colour);
  return {
    band: palette.pine.light,
    button: palette.signal.light,
    buttonText: palette["on-signal"].light,
  };
};

/** The palette as the style that overrides the default's, for the head of a page. */
export const paletteStyle = ({ palette, sign }: BrandColours): string =>
  `:root{${[
    ...Object.entries(palette).map(
      ([role, { light, dark }]) => `--color-${role}:light-dark(${light},${dark})`,
    ),
    ...Object.entries(sign).map(([part, colour]) => `--sign-${part}:${colour}`),
  ].join(";")}}`;
