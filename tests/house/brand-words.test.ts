import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { DEFAULT_SITE_NAME } from "#domain/site/brand.ts";
import { read, sourceFiles } from "./imports.ts";
import { wordsOf } from "./people-words.ts";

const files = sourceFiles().filter(
  (file) =>
    /^(domain|web|server|supabase\/functions)\//.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
);

it("the name of the site is written in one place, so that another brand shows no word of ours", () => {
  expect(files.length).toBeGreaterThan(500);
  const places = files.filter(
    (file) =>
      read(file).includes(DEFAULT_SITE_NAME) &&
      wordsOf(file).some((text) => text.includes(DEFAULT_SITE_NAME)),
  );
  expect(places).toEqual(["domain/site/brand.ts"]);
});

it("no mail, page or refusal of the database has it, except where nothing else is known", () => {
  const folder = (path: string) => readdirSync(path).map((name) => `${path}/${name}`);
  const texts = [...folder("supabase/templates"), ...folder("supabase/schemas")]
    .filter((file) => /\.(html|txt|sql)$/.test(file))
    .map(
      (file) =>
        [file, read(file).replaceAll(`{{ or .SiteName "${DEFAULT_SITE_NAME}" }}`, "")] as const,
    );
  expect(
    texts.filter(([, text]) => text.includes(DEFAULT_SITE_NAME)).map(([file]) => file),
  ).toEqual([]);
});
