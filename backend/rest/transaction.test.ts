import { expect, test } from "vitest";
import type { Compiled } from "./compile.ts";
import { createStatementNames } from "./transaction.ts";

const compiled = (): Compiled => ({
  kind: "read",
  text: "select 1",
  bindings: [],
  readOnly: true,
  explain: null,
  routine: null,
  located: [],
  resolved: false,
});

test("a statement gets a name from its second use on, another one for each role", () => {
  const nameOf = createStatementNames();
  const one = compiled();
  expect(nameOf(one, "anon")).toBeUndefined();
  const name = nameOf(one, "anon");
  expect(name).toMatch(/^rest_\d+$/);
  expect(nameOf(one, "anon")).toBe(name);
  nameOf(one, "authenticated");
  expect(nameOf(one, "authenticated")).not.toBe(name);
});

test("names are bounded, and a name given away is not used by its old owner", () => {
  const nameOf = createStatementNames();
  const first = compiled();
  nameOf(first, "anon");
  const name = nameOf(first, "anon");
  const names = new Set<string>();
  for (let shape = 0; shape < 1000; shape++) {
    const other = compiled();
    nameOf(other, "anon");
    names.add(nameOf(other, "anon") ?? "");
  }
  expect(names.size).toBe(300);
  expect(names).toContain(name);
  expect(nameOf(first, "anon")).toBeUndefined();
});
