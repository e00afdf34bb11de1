import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { makeRelease, UPGRADES_FROM } from "./make-release.ts";

let root: string;
let folder: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
const write = (file: string, text: string) => writeFiles(root, { [file]: text });
const commit = () => {
  git("add", "-A");
  git("commit", "-qm", "A commit");
};
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const SQL = "create table a ();";

beforeEach(() => {
  root = newFolder("release-");
  folder = path.join(newFolder("made-"), "release");
  git("init", "-q");
  write("package.json", '{"name": "market", "version": "1.2.0", "engines": {"node": ">=20"}}');
  write("CHANGELOG.md", "# Changelog\n\n## 1.2.0 (2026-11-23)\n");
  write("supabase/migrations/1_a.sql", SQL);
  write("supabase/migrations/SHA256SUMS", `${sha256(SQL)}  1_a.sql\n`);
  write("backend/auth/migrations/2_b.sql", SQL);
  commit();
});

test("a release names its commit, the database's state, what it upgrades from, and its hash", () => {
  const made = makeRelease(root, folder);
  expect(made).toMatchObject({
    name: "market",
    version: "1.2.0",
    commit: git("rev-parse", "HEAD"),
    upgradesFrom: UPGRADES_FROM,
    needs: { node: ">=20", postgresql: 15 },
    database: {
      "supabase/migrations/1_a.sql": sha256(SQL),
      "backend/auth/migrations/2_b.sql": sha256(SQL),
    },
  });
  const archive = readFileSync(path.join(folder, "market-1.2.0.tar.gz"));
  expect(made.archive).toEqual({
    file: "market-1.2.0.tar.gz",
    bytes: archive.length,
    sha256: sha256(archive),
  });
  expect(JSON.parse(readFileSync(path.join(folder, "market-1.2.0.json"), "utf8"))).toEqual(made);
  execFileSync("sha256sum", ["-c", "--quiet", "SHA256SUMS"], { cwd: folder });
  execFileSync("tar", ["-xzf", "market-1.2.0.tar.gz"], { cwd: folder });
  const { archive: _, ...inside } = made;
  const unpacked = path.join(folder, "market-1.2.0");
  expect(JSON.parse(readFileSync(path.join(unpacked, "release.json"), "utf8"))).toEqual(inside);
  expect(existsSync(path.join(unpacked, "supabase/migrations/1_a.sql"))).toBe(true);
});

test.each([
  [
    "package.json",
    '{"name": "market", "version": "1.3.0"}',
    /CHANGELOG.md has no section "## 1.3.0"/,
  ],
  ["supabase/migrations/3_c.sql", SQL, /SHA256SUMS lacks 3_c.sql: a release freezes/],
  ["supabase/migrations/1_a.sql", "select 1", /SHA256SUMS lacks 1_a.sql/],
])("a commit that is not ready is refused: %s", (file, text, reason) => {
  write(file, text);
  expect(() => makeRelease(root, folder)).toThrow("not committed");
  commit();
  expect(() => makeRelease(root, folder)).toThrow(reason);
  expect(existsSync(folder)).toBe(false);
});
