import { expect, it } from "vitest";
import { read, sourceFiles, sqlFiles } from "./imports.ts";

const files = new Set(sourceFiles());

/** Each "spec 1 sections 5 and 8" of a text as ["1.5", "1.8"]; "spec 1" alone gives "1.", which no heading has. */
const citationsOf = (text: string): string[] =>
  [
    ...text
      .replace(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, " ")
      .matchAll(/\bspec ([12])\b(?: sections? (\d(?:(?:,| and|, and) \d\b)*))?/g),
  ].flatMap(([, spec, sections = ""]) =>
    (sections.match(/\d/g) ?? [""]).map((section) => `${spec}.${section}`),
  );

it("docs/specification.md has every section that the code cites", () => {
  const headings = new Set(read("docs/specification.md").match(/(?<=^## )[12]\.\d(?= \S)/gm) ?? []);
  const unknown = [...files, ...sqlFiles()]
    .filter((file) => file !== "tests/house/specification.test.ts")
    .flatMap((file) =>
      citationsOf(read(file))
        .filter((cited) => !headings.has(cited))
        .map((cited) => `${file}: ${cited}`),
    );
  expect(unknown).toEqual([]);
});

it.each([
  ["(spec 1 section 5)", ["1.5"]],
  ["spec 2 sections 2, 7 and 9.", ["2.2", "2.7", "2.9"]],
  [" * (spec 1\n * section 4), 3 of them", ["1.4"]],
  ["spec 1 section 2, spec 2 section 3", ["1.2", "2.3"]],
  ["the words of spec 2", ["2."]],
])("reads the citations of %j", (text, cited) => {
  expect(citationsOf(text)).toEqual(cited);
});
