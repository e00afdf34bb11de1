import { expect, test } from "vitest";
import { projectFolder } from "#backend/tests/project-folder.ts";

const { load } = projectFolder();

test("what is the same for every visitor is declared by name; without a declaration nothing is", () => {
  expect(load("").config.api.cache).toEqual({
    passesVisitors: false,
    ends: null,
    changes: null,
    relations: new Map(),
    functions: new Map(),
  });
  const { config } = load(`
    [api.cache]
    pre_request_passes_visitors = true
    ends = "private.ends"
    changes = "private.changes"
    [api.cache.relations]
    towns = { tags = ["towns"], by = { id = "town" }, within = ["counties"] }
    [api.cache.functions]
    "other.find" = { tags = ["best"] }`);
  expect(config.api.cache).toEqual({
    passesVisitors: true,
    ends: "private.ends",
    changes: "private.changes",
    relations: new Map([
      ["towns", { tags: ["towns"], by: new Map([["id", "town"]]), within: ["counties"] }],
    ]),
    functions: new Map([["other.find", { tags: ["best"], by: new Map(), within: [] }]]),
  });
  expect(config.unknownKeys).toEqual([]);
});

test("a misspelt key is named", () => {
  const { config } = load("[api.cache.relations]\ntowns = { tag = ['towns'] }");
  expect(config.unknownKeys).toEqual(["api.cache.relations.towns.tag"]);
  expect(() => load("[api.cache.relations]\ntowns = { tags = 'towns' }")).toThrow(
    /api\.cache\.relations\.towns\.tags must be a list of texts/,
  );
});
