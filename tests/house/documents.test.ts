import { expect, test } from "vitest";
import { listed, read } from "./imports.ts";

const files = listed().filter((file) => !file.includes("/fixtures/"));
/** What describes the present: a changelog also names what was. */
const documents = files.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");

test("every file that a document names exists", () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`([\w./-]+\.tsx?|[\w./-]+\/[\w-]+\.sql)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every command that a document or a message names exists", () => {
  const scripts = ["package.json", "backend/package.json"].flatMap((file) =>
    Object.keys((JSON.parse(read(file)) as { scripts: Record<string, string> }).scripts),
  );
  const missing = files
    .filter((file) => /\.(md|tsx?|sh)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !scripts.includes(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(missing).toEqual([]);
});
