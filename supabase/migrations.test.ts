import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "migrations");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

/** Of each released migration its hash: `sha256sum -c SHA256SUMS` checks the same. */
const released = new Map(
  read("SHA256SUMS")
    .split("\n")
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
);

test("a released migration has the content of its release, and new ones come after it", () => {
  const last = [...released.keys()].toSorted().at(-1) ?? "";
  expect(last).not.toBe("");
  for (const [name, sum] of released)
    expect(createHash("sha256").update(read(name)).digest("hex"), name).toBe(sum);
  const there = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  for (const name of there.filter((one) => !released.has(one)))
    expect(name > last, `${name} comes after what is released`).toBe(true);
});

const ROOT = path.join(import.meta.dirname, "..");

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout : null;
};

/** The branch to which work lands; null without history, as in an unpacked release. */
const landed = ["main", "HEAD"].find((name) => git("rev-parse", "--verify", "-q", name)) ?? null;

/** Null where the branch is older than the first release, which froze the first. */
const frozen = landed && git("show", `${landed}:supabase/migrations/SHA256SUMS`);

// Skipped without git's history: only that knows what has landed.
test.skipIf(!landed)("a landed migration never changes, and is never removed", () => {
  const files = git("ls-tree", "-r", "--name-only", `${landed}`, "supabase", "backend") ?? "";
  const migrations = files
    .split("\n")
    .filter((file) => /^(supabase|backend\/\w+)\/migrations\/\d+_\w+\.sql$/.test(file));
  expect(migrations.length).toBeGreaterThan(5);
  for (const file of frozen ? migrations : [])
    expect(readFileSync(path.join(ROOT, file), "utf8"), file).toBe(
      git("show", `${landed}:${file}`),
    );
});
