import path from "node:path";
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
