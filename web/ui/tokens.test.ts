import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The contrast of the colour roles in app.css (WCAG 2.2: 4.5 for text, 3 for bounds and marks). */
const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");

const roles = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
);

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

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
  ...["line-strong", "focus", "brand"].flatMap((role) =>
    ["paper", "surface", "raised"].map((ground): [string, string] => [role, ground]),
  ),
];

describe.each(["light", "dark"] as const)("in %s", (theme) => {
  it.each(text)("%s can be read on %s", (role, ground) => {
    expect(contrast(colour(role, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(marks)("%s can be seen on %s", (role, ground) => {
    expect(contrast(colour(role, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

/** The pine bands have the dark theme, whatever the rest of the page has. */
it.each(["ink", "ink-soft", "signal", "focus", "brand"])("%s can be read on pine", (role) => {
  expect(contrast(colour(role, "dark"), colour("pine", "dark"))).toBeGreaterThanOrEqual(4.5);
});
