import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { tryLock } from "supabase-compatible-backend/embedded";
import { runChild } from "./schedule/run-child.ts";

/** The sources of the site. A change to any of them makes the build stale. */
const SOURCES = [
  "web",
  "domain",
  "public",
  "supabase/database.types.ts",
  "package-lock.json",
  "vite.chunks.ts",
  "vite.config.ts",
  "react-router.config.ts",
];
const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|xml|webmanifest)$/;

const filesBelow = async (place: string): Promise<string[]> => {
  const facts = await stat(place).catch(() => null);
  if (!facts) return [];
  if (facts.isFile()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
};

/** A digest of every source's path and content. A clone or a copy changes file times, but not content. */
const fingerprint = async (root: string): Promise<string> => {
  const hash = createHash("sha256").update(process.version);
  const files = (await Promise.all(SOURCES.map((source) => filesBelow(path.join(root, source)))))
    .flat()
    .sort();
  for (const file of files) {
    hash
      .update(path.relative(root, file))
      .update("\0")
      .update(await readFile(file));
  }
  return hash.digest("hex");
};

/** Writes `.br` and `.gz` beside every text file, so that serving one costs no CPU. */
const precompress = async (folder: string): Promise<void> => {
  const files = (await filesBelow(folder)).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
};

const run = async (root: string): Promise<void> => {
  const tool = path.join(root, "node_modules/@react-router/dev/bin.cjs");
  if (!existsSync(tool))
    throw new Error(
      "The site is not built, and the packages that build it are not installed: run `npm ci && npm run build`, then `npm prune --omit=dev`.",
    );
  try {
    await runChild(tool, ["build"], { cwd: root });
  } catch (error) {
    throw new Error(`The site could not be built:\n${(error as Error).message}`, { cause: error });
  }
};

/** Milliseconds between two checks whether another process has finished the build. */
const POLL_MS = 100;

/**
 * Builds the site if its sources changed since the last build. If several processes start at once, one
 * builds and the others wait; if it dies, they stop waiting for it.
 * @param onStart called before a build, which takes most of a minute
 * @returns whether it had to build.
 */
export const ensureBuilt = async (root: string, onStart = () => {}): Promise<boolean> => {
  const stamp = path.join(root, "build/.fingerprint");
  const current = await fingerprint(root);
  const isBuilt = async () => (await readFile(stamp, "utf8").catch(() => "")) === current;
  for (;;) {
    if (await isBuilt()) return false;
    const lock = tryLock(path.join(root, "build.lock"));
    if ("holder" in lock) {
      await delay(POLL_MS);
      continue;
    }
    try {
      if (await isBuilt()) return false;
      onStart();
      // Without its stamp, an interrupted build is never used.
      await rm(stamp, { force: true });
      await run(root);
      await precompress(path.join(root, "build/client"));
      await writeFile(stamp, current);
      return true;
    } finally {
      lock.release();
    }
  }
};
