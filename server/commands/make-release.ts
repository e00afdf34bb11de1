import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { OLDEST_POSTGRESQL } from "supabase-compatible-backend/database";
import { RELEASE_FILE } from "../release.ts";

/** The oldest release whose databases this program brings up to date. */
export const UPGRADES_FROM = "1.0.0";

export interface Manifest {
  name: string;
  version: string;
  commit: string;
  /** When the commit was made, as ISO 8601 in UTC. */
  made: string;
  /** It upgrades databases of this release and of every later one. */
  upgradesFrom: string;
  /** The state that it brings a database to: file names, or of the services their folders' too, by SHA-256. */
  database: Record<string, string>;
  needs: { node: string; postgresql: number };
}

/** What the archive is, beside it. */
export interface Release extends Manifest {
  archive: { file: string; bytes: number; sha256: string };
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const MIGRATIONS = [
  "supabase/migrations",
  ...["core", "auth", "storage", "realtime", "mailbox"].map(
    (service) => `backend/${service}/migrations`,
  ),
];

const databaseState = (root: string): Record<string, string> => {
  const files = MIGRATIONS.flatMap((folder) => {
    try {
      return readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`);
    } catch {
      return [];
    }
  }).filter((file) => file.endsWith(".sql"));
  return Object.fromEntries(
    files.toSorted().map((file) => [file, sha256(readFileSync(path.join(root, file)))]),
  );
};

interface PackageFacts {
  name: string;
  version: string;
  engines: { node: string };
}

/**
 * Makes the release of the checked-out commit in `folder`: an archive with `release.json` in it, the same facts
 * with the archive's hash beside it, and `SHA256SUMS`. Throws a sentence if the commit is not ready for it.
 */
export const makeRelease = (root: string, folder: string): Release => {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  if (git("status", "--porcelain"))
    throw new Error("There are changes that are not committed: commit them, then release.");
  const { name, version, engines } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  ) as PackageFacts;
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  if (!changelog.includes(`\n## ${version} `) && !changelog.includes(`\n## ${version}\n`))
    throw new Error(
      `CHANGELOG.md has no section "## ${version}": name the section "Unreleased" so, with the date.`,
    );
  const database = databaseState(root);
  const sums = readFileSync(path.join(root, "supabase/migrations/SHA256SUMS"), "utf8");
  const unlisted = Object.entries(database)
    .filter(([file]) => file.startsWith("supabase/"))
    .filter(([file, hash]) => !sums.includes(`${hash}  ${path.basename(file)}`));
  if (unlisted.length > 0)
    throw new Error(
      `supabase/migrations/SHA256SUMS lacks ${unlisted.map(([file]) => path.basename(file)).join(", ")}: a release freezes its migrations (sha256sum *.sql > SHA256SUMS there).`,
    );
  const manifest: Manifest = {
    name,
    version,
    commit: git("rev-parse", "HEAD"),
    made: new Date(git("show", "-s", "--format=%cI", "HEAD")).toISOString(),
    upgradesFrom: UPGRADES_FROM,
    database,
    needs: { node: engines.node, postgresql: OLDEST_POSTGRESQL },
  };
  const base = `${name}-${version}`;
  const file = `${base}.tar.gz`;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(path.join(os.tmpdir(), "release-"));
  try {
    const inside = path.join(draft, RELEASE_FILE);
    writeFileSync(inside, `${JSON.stringify(manifest, null, 2)}\n`);
    const out = path.join(path.resolve(folder), file);
    git(
      "archive",
      "--format=tar.gz",
      `--prefix=${base}/`,
      `--add-file=${inside}`,
      `--output=${out}`,
      "HEAD",
    );
    const bytes = readFileSync(out);
    const archive = { file, bytes: bytes.length, sha256: sha256(bytes) };
    const release: Release = { ...manifest, archive };
    const beside = `${JSON.stringify(release, null, 2)}\n`;
    writeFileSync(path.join(folder, `${base}.json`), beside);
    writeFileSync(
      path.join(folder, "SHA256SUMS"),
      `${archive.sha256}  ${file}\n${sha256(Buffer.from(beside))}  ${base}.json\n`,
    );
    return release;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};
