import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { baselineSql } from "#server/baseline.ts";

const folder = path.join(import.meta.dirname, "migrations");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

/** Of each frozen migration its hash: `sha256sum -c SHA256SUMS` checks the same. Empty before version 1.0.0. */
const frozen = new Map(
  (existsSync(path.join(folder, "SHA256SUMS")) ? read("SHA256SUMS") : "")
    .split("\n")
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
);

test("before version 1.0.0 there is one generated migration; a release freezes its own", () => {
  const there = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  expect(frozen.size > 0).toBe(baselineSql() === null);
  if (frozen.size === 0) expect(there).toEqual(["20261128000000_baseline.sql"]);
  const last = [...frozen.keys()].toSorted().at(-1) ?? "";
  for (const [name, sum] of frozen)
    expect(createHash("sha256").update(read(name)).digest("hex"), name).toBe(sum);
  for (const name of there.filter((one) => !frozen.has(one)))
    expect(name > last, `${name} comes after what is released`).toBe(true);
});

const ROOT = path.join(import.meta.dirname, "..");

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout : null;
};

/** The branch to which work lands; null without history, as in an unpacked release. */
const landed = ["main", "HEAD"].find((name) => git("rev-parse", "--verify", "-q", name)) ?? null;

/** The migrations of a state that no later one may change: before version 1.0.0 what is generated still may. */
const frozenIn = (files: readonly string[], version: string): string[] =>
  files.filter(
    (file) =>
      /^(supabase|backend\/\w+)\/migrations\/\d+_\w+\.sql$/.test(file) &&
      (!version.startsWith("0.") || /^supabase\/(?!.*_baseline\.sql$)/.test(file)),
  );

test("what is frozen is everything from version 1.0.0 on, and before it all but what is generated", () => {
  const files = [
    "supabase/migrations/20261128000000_baseline.sql",
    "supabase/migrations/20270101000000_more.sql",
    "backend/auth/migrations/0001_auth_schema.sql",
    "backend/tests/conformance/fixtures/rest/migrations/20250101000000_films.sql",
  ];
  expect(frozenIn(files, "0.1.0")).toEqual([files[1]]);
  expect(frozenIn(files, "1.0.0")).toEqual(files.slice(0, 3));
});

// Skipped without git's history: only that knows what has landed.
test.skipIf(!landed)("a landed migration never changes, and is never removed", () => {
  const files = git("ls-tree", "-r", "--name-only", `${landed}`, "supabase", "backend") ?? "";
  const { version } = JSON.parse(git("show", `${landed}:package.json`) ?? "{}");
  for (const file of frozenIn(files.split("\n"), String(version)))
    expect(readFileSync(path.join(ROOT, file), "utf8"), file).toBe(
      git("show", `${landed}:${file}`),
    );
});
