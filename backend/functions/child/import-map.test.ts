import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { readImportMap } from "./import-map.ts";

const folder = newFolder("map-");
const write = (name: string, text: string) => writeFiles(folder, { [name]: text });
const read = (name: string, named: string | null = null) =>
  readImportMap(named, path.join(folder, name, "index.ts"), folder).map;
const url = (name: string) => pathToFileURL(path.join(folder, name)).href;

test("the nearest import map applies; longest prefixes and exact names win", () => {
  expect(read("plain")("a")).toBeNull();
  write(
    "deno.json",
    `{ // "imports": a comment, with a "quote"
      "imports": { "a": "npm:a@1", "#x/": "./x/", "#x/deep/": "../deep/", "web": "https://x.org//y", },
    }`,
  );
  const map = read("plain");
  expect(map("a")).toBe("npm:a@1");
  expect(map("#x/b.ts")).toBe(url("x/b.ts"));
  expect(map("#x/deep/c.ts")).toBe(url("../deep/c.ts"));
  expect(map("web")).toBe("https://x.org//y");
  expect(map("b")).toBeNull();
  write("own/deno.json", '{ "imports": { "a": "npm:own" } }');
  expect(read("own")("a")).toBe("npm:own");
  write("named.json", '{ "imports": { "a": "npm:named" } }');
  expect(read("own", path.join(folder, "named.json"))("a")).toBe("npm:named");
});

test("a map without imports maps nothing, and a broken one throws", () => {
  write("own/deno.json", '{ "imports": ["a"], "tasks": {} }');
  expect(read("own")("a")).toBeNull();
  write("own/deno.json", "{ imports");
  expect(() => read("own")).toThrow(SyntaxError);
});
