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
