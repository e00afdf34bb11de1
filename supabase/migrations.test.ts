import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "migrations");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

/** `sha256sum -c SHA256SUMS` checks the same. */
const released = new Map(
  read("SHA256SUMS")
    .split("\n")
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
);

test("no migration that a release has is changed, removed, or preceded by a new one", () => {
  const there = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const last = [...released.keys()].toSorted().at(-1) ?? "";
  for (const [name, sum] of released)
    expect(createHash("sha256").update(read(name)).digest("hex"), name).toBe(sum);
  for (const name of there.filter((one) => !released.has(one)))
    expect(name > last, `${name} comes after what is released`).toBe(true);
});
