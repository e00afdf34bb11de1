import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { generateTypes } from "./typegen.ts";

const root = path.join(import.meta.dirname, "..");
const database = perFile(() =>
  testDatabase({ project: path.join(root, "tests/conformance/fixtures/rest") }),
);
let types: string;

beforeAll(async () => {
  types = await generateTypes(database.db, ["public", "archive"]);
});

/** The text of `name: {...}` at `indent` spaces. */
const part = (name: string, indent: number): string => {
  const start = types.indexOf(`\n${" ".repeat(indent)}${name}: {`);
  const end = types.indexOf(`\n${" ".repeat(indent)}}`, start);
  return types.slice(start, end);
};

test("a table has its row, what may be inserted and updated, and its relationships", () => {
  const films = part("films", 6);
  expect(films).toContain('          genre: Database["public"]["Enums"]["genre"] | null');
  expect(films).toContain("          data: Json | null");
  expect(films).toContain("          title: string\n");
  expect(films).toContain("          id?: number");
  expect(films).toContain("          words?: never");
  expect(films).toContain("          full_title: string | null");
  expect(films).toContain('foreignKeyName: "films_director_id_fkey"');
  expect(films).toContain('referencedRelation: "famous_directors"');
  expect(part("cities", 6)).toContain("id?: never");
});

test("functions: optional arguments, overloads, sets, void, none", () => {
  expect(types).toContain("add: { Args: { a: number; b?: number }; Returns: number }");
  expect(types).toContain("| { Args: { loud: boolean; name: string }; Returns: string }");
  expect(types).toContain("do_nothing: { Args: never; Returns: undefined }");
  expect(types).toContain("numbers: { Args: { upto: number }; Returns: number[] }");
  expect(part("films_since", 6)).toContain("isSetofReturn: true");
});

const USE = `
import { createClient } from "@supabase/supabase-js";
import type { Database, Enums, Tables, TablesInsert } from "./database.types.ts";
const client = createClient<Database>("http://localhost", "key");
export const use = async () => {
  const { data } = await client.from("films").select("id, title, directors(name), actors(name)");
  const title: string | undefined = data?.[0]?.title;
  const director: string | undefined = data?.[0]?.directors?.name;
  const actors: { name: string }[] | undefined = data?.[0]?.actors;
  const sum = await client.rpc("add", { a: 1 });
  const total: number | null = sum.data;
  const genre: Enums<"genre"> = "drama";
  const row: Tables<"films">["title"] = "x";
  const insert: TablesInsert<"films"> = { title: "x" };
  // @ts-expect-error an unknown column
  await client.from("films").insert({ title: "x", nope: 1 });
  // @ts-expect-error an argument of the wrong type
  await client.rpc("add", { a: "one" });
  return { title, director, actors, total, genre, row, insert };
};
`;

test("the compiler and the official client accept them", { timeout: 60_000 }, async () => {
  const cache = path.join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "typegen-"));
  try {
    writeFileSync(path.join(folder, "database.types.ts"), types);
    writeFileSync(path.join(folder, "use.ts"), USE);
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: "NodeNext",
        target: "ES2024",
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: ["node"],
      },
      files: ["use.ts"],
    };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = path.join(root, "node_modules/.bin/tsc");
    const { stdout } = await promisify(execFile)(compiler, ["-p", folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
