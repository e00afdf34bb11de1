import { expect, test } from "vitest";
import { createDependencySet } from "./page-dependencies.ts";

const part = (tag: string) => ({ tags: [tag], until: Infinity });

test("a page depends on all of its parts, and is not cached if one of them is unknown", () => {
  const set = createDependencySet();
  set.add(part("a"));
  set.expect()(part("b"));
  expect(set.all()).toEqual({ tags: ["a", "b"], until: Infinity });
  set.add(null);
  expect(set.all()).toBeNull();
});

test("a page that did not wait for one of its parts is not cached", () => {
  const set = createDependencySet();
  set.add(part("a"));
  const late = set.expect();
  expect(set.all()).toBeNull();
  late(part("b"));
  expect(set.all()).not.toBeNull();
});
