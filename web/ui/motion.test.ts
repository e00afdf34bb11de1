import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { read, sourceFiles } from "#tests/house/imports.ts";

const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");

it("has two durations for everything that moves once", () => {
  const tokens = [...css.matchAll(/--transition-duration-(\w+): (\d+)ms/g)];
  expect(tokens.map(([, name, time]) => [name, time])).toEqual([
    ["quick", "150"],
    ["calm", "250"],
  ]);
});

it("writes no other time in the style sheet", () => {
  const times = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").match(/(?<![\w.-])[\d.]+m?s\b/g);
  const loading = ["1.4s", "8s", "200ms"];
  const reducedMotion = "0.01ms";
  const afterAWhile = ["1ms", "5s"];
  expect(times).toEqual(["150ms", "250ms", ...loading, reducedMotion, ...afterAWhile]);
});

it("writes no other duration in a class", () => {
  const odd = sourceFiles()
    .filter((file) => /^web\/.*\.tsx$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\b(?:duration|delay)-(?!quick\b|calm\b)[\w[(]\S*/g)].map(
        ([name]) => `${file}: ${name}`,
      ),
    );
  expect(odd).toEqual([]);
});
