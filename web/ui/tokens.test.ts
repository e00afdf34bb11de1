import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MARK_CONTRAST, paletteOf, TEXT_CONTRAST } from "#domain/site/palette.ts";
import { contrast, luminance, ratioOf } from "#domain/values/colours.ts";
import { chanceOf } from "#supabase/sample/seeded-random.ts";

/** The contrast of the colour roles in app.css and of every brand's (WCAG 2.2: 4.5 for text, 3 for bounds and marks). */
const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");

const roles = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
);

const colour = (role: string, theme: "light" | "dark"): string => {
  const value = roles.get(role)?.[theme];
  if (!value) throw new Error(`app.css has no colour ${role}`);
  return value;
};

const GROUNDS = ["paper", "surface", "raised", "sunken", "hover"];
const WASHES = ["brand", "danger", "success", "warning", "info"];

const text: [string, string][] = [
  ...["ink", "ink-soft", "brand", "brand-strong", "danger", "success", "warning", "info"].flatMap(
    (role) => GROUNDS.map((ground): [string, string] => [role, ground]),
  ),
  ...WASHES.flatMap((role): [string, string][] => [
    [role, `${role}-wash`],
    ["ink", `${role}-wash`],
  ]),
  ["on-brand", "brand"],
  ["on-brand", "brand-strong"],
  ["on-signal", "signal"],
  ["on-signal", "signal-strong"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
  ["warning", "signal-wash"],
];

const marks: [string, string][] = [
  ...["line-strong", "focus", "brand", "star"].flatMap((role) =>
    ["paper", "surface", "raised"].map((ground): [string, string] => [role, ground]),
  ),
];

describe.each(["light", "dark"] as const)("in %s", (theme) => {
  it.each(text)("%s can be read on %s", (role, ground) => {
    expect(contrast(colour(role, theme), colour(ground, theme))).toBeGreaterThanOrEqual(
      TEXT_CONTRAST,
    );
  });
  it.each(marks)("%s can be seen on %s", (role, ground) => {
    expect(contrast(colour(role, theme), colour(ground, theme))).toBeGreaterThanOrEqual(
      MARK_CONTRAST,
    );
  });
});

/** The pine bands have the dark theme, whatever the rest of the page has. */
const ON_PINE = ["ink", "ink-soft", "signal", "focus", "brand"];

it("asks for the contrasts of WCAG 2.2", () => {
  expect([TEXT_CONTRAST, MARK_CONTRAST]).toEqual([4.5, 3]);
});

it.each(ON_PINE)("%s can be read on pine", (role) => {
  expect(contrast(colour(role, "dark"), colour("pine", "dark"))).toBeGreaterThanOrEqual(
    TEXT_CONTRAST,
  );
});

const EDGES = "#000000 #ffffff #ff0000 #00ff00 #0000ff #ffff00 #ff00ff #808080".split(" ");

it("1,000 brand colours can be read and seen everywhere, in both themes", {
  timeout: 120_000,
}, () => {
  const random = chanceOf("brand colours");
  const colours = Array.from(
    { length: 1_000 },
    (_, at) =>
      EDGES[at] ??
      `#${Math.floor(random.between(0, 2 ** 24))
        .toString(16)
        .padStart(6, "0")}`,
  );
  // In a brand's palette the main action is a control that its ground must show, too.
  const seen = [
    ...marks,
    ...["signal", "signal-strong"].flatMap((role) =>
      GROUNDS.map((ground): [string, string] => [role, ground]),
    ),
  ];
  const themes = ["light", "dark"] as const;
  const cases = [
    ...themes.flatMap((theme) => [
      ...text.map((pair) => ({ pair, theme, least: TEXT_CONTRAST })),
      ...seen.map((pair) => ({ pair, theme, least: MARK_CONTRAST })),
    ]),
    ...ON_PINE.map((role) => ({
      pair: [role, "pine"] as const,
      theme: "dark" as const,
      least: TEXT_CONTRAST,
    })),
  ];
  const faults: string[] = [];
  for (const chosen of colours) {
    const palette: Record<string, { light: string; dark: string }> = {
      ...Object.fromEntries(roles),
      ...paletteOf(chosen),
    };
    // Each role once: a contrast of two colours would compute both again.
    const shades = Object.fromEntries(
      Object.entries(palette).map(([role, { light, dark }]) => [
        role,
        { light: luminance(light), dark: luminance(dark) },
      ]),
    );
    for (const { pair, theme, least } of cases) {
      const [one, other] = pair.map((role) => shades[role]?.[theme]);
      const found = ratioOf(one ?? Number.NaN, other ?? Number.NaN);
      if (!(found >= least)) faults.push(`${chosen} ${theme}: ${pair.join(" on ")} ${found}`);
    }
  }
  expect(faults.slice(0, 20)).toEqual([]);
});
