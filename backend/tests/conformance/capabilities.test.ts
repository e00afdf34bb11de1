import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Capability {
  name: string;
  state: "implemented" | "partial" | "refused";
  /** Why it is not wholly there. */
  because?: string;
  test: [file: string, title: string];
}

const STATES: readonly Capability["state"][] = ["implemented", "partial", "refused"];

const root = path.join(import.meta.dirname, "../../..");
const list = readFileSync(path.join(import.meta.dirname, "capabilities.yaml"), "utf8");
const all = Object.values(parse(list) as Record<string, Capability[]>).flat();

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a file has a test of that title: the first argument of `test(`, or of `.each(...)(`. */
const hasTest = (source: string, title: string): boolean =>
  new RegExp(`(?:\\b(?:test|it)(?:\\.\\w+)?|\\))\\(\\s*(["'\`])${escaped(title)}\\1`).test(source);

describe("the list of capabilities", () => {
  test("names each once, with a state, and a reason where something is missing", () => {
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, state, because } of all) {
      expect(STATES, name).toContain(state);
      expect(Boolean(because), name).toBe(state !== "implemented");
    }
  });

  test("is shown by tests that exist", () => {
    const sources = new Map<string, string>();
    const missing = all.filter(({ test: [file, title] }) => {
      const place = path.join(root, file);
      if (!sources.has(file))
        sources.set(file, existsSync(place) ? readFileSync(place, "utf8") : "");
      return !hasTest(sources.get(file) ?? "", title);
    });
    expect(missing).toEqual([]);
  });

  test("distinguishes a test from a mention of it", () => {
    expect(hasTest('test("one", () => {});', "one")).toBe(true);
    expect(hasTest('test.for([1])("one %i", () => {});', "one %i")).toBe(true);
    expect(hasTest('it.each([\n  1,\n])("one", () => {});', "one")).toBe(true);
    expect(hasTest('// "one"\ntest("other", () => {});', "one")).toBe(false);
    expect(hasTest('test("other", () => say("one"));', "one")).toBe(false);
  });
});
