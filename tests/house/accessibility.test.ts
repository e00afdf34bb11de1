import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { listed, read } from "./imports.ts";
import { wordsOf } from "./people-words.ts";

/** WCAG 2.2, levels A and AA; 4.1.1 is obsolete. */
const CRITERIA = `
  1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12
  1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4
  2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`
  .trim()
  .split(/\s+/);

const rows = [...read("docs/accessibility.md").matchAll(/^\| (\d[^|]*)\|[^|]*\|([^|]*)\|$/gm)].map(
  ([, criteria = "", tests = ""]) => ({ criteria, tests }),
);

/** "3.3.1 to 3.3.4 Errors, 4.1.2" names five. */
const criteriaIn = (cell: string): string[] => [
  ...[...cell.matchAll(/\d\.\d\.\d+/g)].map(([one]) => one),
  ...[...cell.matchAll(/(\d\.\d\.)(\d+) to \d\.\d\.(\d+)/g)].flatMap(([, start, first, last]) =>
    Array.from(
      { length: Number(last) - Number(first) },
      (_, index) => `${start}${Number(first) + index}`,
    ),
  ),
];

test("the table has every criterion of levels A and AA, and no other", () => {
  const named = new Set(rows.flatMap(({ criteria }) => criteriaIn(criteria)));
  expect(CRITERIA.filter((one) => !named.has(one))).toEqual([]);
  expect([...named].filter((one) => !CRITERIA.includes(one))).toEqual([]);
});

test("every row names a test, and each exists", () => {
  for (const { criteria, tests } of rows) {
    const files = [...tests.matchAll(/`([\w/.-]+\.(?:spec|test)\.tsx?)`/g)].map(([, file = ""]) =>
      /^(?:web|tests|domain|server)\//.test(file) ? file : `tests/e2e/${file}`,
    );
    expect(files.length > 0 || /\baxe\b/.test(tests), criteria).toBe(true);
    expect(
      files.filter((file) => !existsSync(file)),
      criteria,
    ).toEqual([]);
  }
});

const code = listed("web/*", "public/*", "server/*", "domain/*").filter(
  (file) => /\.(tsx?|css|svg)$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const filesWith = (pattern: RegExp): string[] => code.filter((file) => pattern.test(read(file)));

test("1.3.3: no sentence points by side, shape or colour", () => {
  const pointing =
    /\bon the (?:left|right)\b|\b(?:round|square|red|green|blue|yellow|orange|gr[ea]y) (?:button|box|circle|dot|icon|link|tick)\b/i;
  const screens = filesWith(pointing).filter((file) => /\.tsx?$/.test(file));
  expect(screens.filter((file) => wordsOf(file).some((words) => pointing.test(words)))).toEqual([]);
});

test("1.3.4 and 2.5.4: the device is neither held in a certain way nor moved", () => {
  expect(filesWith(/orientation\.lock|"orientation"|\(orientation:/)).toEqual([]);
  expect(filesWith(/device(?:motion|orientation)|Accelerometer|Gyroscope/i)).toEqual([]);
});

test("1.4.2: no film or sound plays by itself", () => {
  expect(filesWith(/\bauto-?play\b|\.play\(\)|new Audio\(/i)).toEqual([]);
});

test("1.4.5: no picture of ours contains text", () => {
  const pictures = listed("public/*", "web/*").filter((file) =>
    /\.(svg|png|jpe?g|webp|avif|gif)$/.test(file),
  );
  // The logo, for a phone's home screen.
  const drawn = pictures.filter((file) => file !== "public/apple-touch-icon.png");
  expect(drawn.length).toBeGreaterThan(5);
  expect(
    drawn.filter((file) => !file.endsWith(".svg") || /<(?:text|image)\b/.test(read(file))),
  ).toEqual([]);
});

test("2.1.4: no single character is a shortcut", () => {
  expect(filesWith(/aria-keyshortcuts="[^"+ ]"|\.key(?:\.toLowerCase\(\))? === "[^" ]"/)).toEqual(
    [],
  );
});

test("2.3.1: nothing changes more than three times a second", () => {
  const style = read("web/app.css");
  const endless = [...style.matchAll(/animat[\w-]+:[^;]*\binfinite\b[^;]*/g)].map(([rule]) => rule);
  expect(endless.length).toBeGreaterThan(0);
  for (const rule of endless) {
    const [, length = "0", unit] = /\b([\d.]+)(m?s)\b/.exec(rule) ?? [];
    expect(Number(length) * (unit === "s" ? 1000 : 1), rule).toBeGreaterThanOrEqual(1000);
  }
  // `spin` turns a circle of an icon's size; the framework's own others blink.
  const own = [...style.matchAll(/--animate-([\w-]+):/g)].map(([, name = ""]) => name);
  const used = code.flatMap((file) =>
    file.endsWith(".tsx")
      ? [...read(file).matchAll(/\banimate-([\w-]+)/g)].map(([, name = ""]) => name)
      : [],
  );
  expect([...new Set(used)].filter((name) => ![...own, "spin"].includes(name))).toEqual([]);
  expect(filesWith(/<(?:blink|marquee)\b/)).toEqual([]);
});
