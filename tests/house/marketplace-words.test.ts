import { expect, it } from "vitest";
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
const tests = files.filter(isTest).map(asRead);

it.each(Object.entries(WORDS))(
  "the words of the marketplace specification of section %s are shown, and read by a test",
  (_section, words) => {
    const contains = (among: readonly string[], word: string) =>
      among.some((text) => text.includes(word));
    expect(words.filter((word) => !contains(code, word))).toEqual([]);
    expect(words.filter((word) => !contains(tests, word))).toEqual([]);
  },
);
