import { expect, test } from "vitest";
import { listed, read } from "./imports.ts";

const files = listed().filter((file) => !file.includes("/fixtures/"));
/** What describes the present: a changelog also names what was. */
const documents = files.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");

const missingIn = (readers: readonly string[], names: RegExp): string[] =>
  readers.flatMap((reader) =>
    [...read(reader).matchAll(names)]
      .map(([, name = ""]) => name)
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${reader}: ${name}`),
  );

test("every file that a document names exists", () => {
  expect(missingIn(documents, /`([\w./-]+\.tsx?|[\w./-]+\/[\w-]+\.sql)`/g)).toEqual([]);
});

test("every TypeScript file that a schema names exists", () => {
  const schemas = files.filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file));
  expect(missingIn(schemas, /([\w./-]+\.tsx?)\b/g)).toEqual([]);
});

test("every test that a document runs by part of its path exists", () => {
  const runs = documents.flatMap((document) =>
    [...read(document).matchAll(/\btest:(?:unit|db|e2e) -- ([\w./-]+)/g)].map(([, part = ""]) => ({
      document,
      part,
    })),
  );
  expect(runs.length).toBeGreaterThan(2);
  const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  expect(runs.filter(({ part }) => !tests.some((file) => file.includes(part)))).toEqual([]);
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

test("every table and scheduled task has its reason in the architecture, and nothing else has", () => {
  const part = (from: string, to: string) => {
    const [, after = ""] = read("docs/architecture.md").split(`**${from}.**`);
    const rows = (after.split(to)[0] ?? "").matchAll(/^\| (`[^|]*) \|/gm);
    return [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, n]) => n));
  };
  const schemas = files.filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file)).map(read);
  const found = (names: RegExp) =>
    schemas.flatMap((sql) => [...sql.matchAll(names)].map(([, name = ""]) => name)).toSorted();
  expect(part("Tables", "**Scheduled tasks.**").toSorted()).toEqual(
    found(/^create (?:unlogged )?table (?:public\.)?([\w.]+)/gm),
  );
  const [, tasks = ""] = read("supabase/schemas/site.sql").split(
    "insert into private.scheduled_tasks",
  );
  const named = [...(tasks.split(";")[0] ?? "").matchAll(/^ {2}\('([a-z-]+)'/gm)];
  expect(part("Scheduled tasks", "**Triggers.**").toSorted()).toEqual(
    named.map(([, name]) => name).toSorted(),
  );
});
