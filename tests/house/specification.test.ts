import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { read, sourceFiles } from "./imports.ts";

const files = new Set(sourceFiles());

interface Proof {
  file: string;
  title: string;
}

/** The proofs of a table: `file`: title; each on a line of its own cell, apart by <br>. */
const proofsOf = (markdown: string): Proof[] =>
  [
    ...markdown.matchAll(
      /`((?:tests|domain|web|server|supabase)\/[^`]+\.(?:test|spec)\.tsx?)`: ([^|]*?)(?=<br>| \|)/g,
    ),
  ].map(([, file = "", title = ""]) => ({ file, title: title.trim() }));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a call in the file has this very title, as `it("…")`, `])("…")` or `describe("…")`. */
const has = (source: string, title: string): boolean =>
  new RegExp(`\\(\\s*["\`]${escaped(title)}["\`]`).test(source.replaceAll('\\"', '"'));

const documents = readdirSync(new URL("../../docs", import.meta.url)).filter((name) =>
  /^spec-\d+\.md$/.test(name),
);

describe.each(documents)("docs/%s", (name) => {
  const markdown = read(`docs/${name}`);
  const proofs = proofsOf(markdown);

  it("names only tests that exist", () => {
    const missing = proofs.filter(({ file, title }) => !files.has(file) || !has(read(file), title));
    expect(missing).toEqual([]);
  });

  it("proves each of its paragraphs", () => {
    const rows = markdown.split("\n").filter((line) => /^\| \d/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => proofsOf(row).length === 0)).toEqual([]);
  });
});
