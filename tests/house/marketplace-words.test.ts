import { describe, expect, it } from "vitest";
import { read, sourceFiles, sqlFiles } from "./imports.ts";
import { WORDS } from "./marketplace-words.ts";

/** Source as people read it: the formatter's line breaks and escapes do not matter. */
const asRead = (file: string) =>
  read(file)
    .replaceAll("&apos;", "'")
    .replaceAll("''", "'")
    .replaceAll('\\"', '"')
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");

const isTest = (file: string) => /\.(test|spec)\.tsx?$|^tests\//.test(file);
const files = sourceFiles().filter((file) => !file.endsWith("marketplace-words.ts"));
const code = [...files.filter((file) => !isTest(file)), ...sqlFiles()].map(asRead);

// That people meet them where something fails, tests in a browser hold for one of each kind
// (tests/e2e/site/faults.spec.ts, tests/e2e/site/admin-faults.spec.ts).
describe("the words of the marketplace specification", () => {
  it.each(Object.entries(WORDS))("of section %s are in the code", (_section, words) => {
    expect(words.filter((word) => !code.some((text) => text.includes(word)))).toEqual([]);
  });
});
