import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

const read = (file: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
};

/** What `npm run release` puts beside the program. */
export const RELEASE_FILE = "release.json";

export const version = String(read("package.json")?.version);

/** The commit of a release; null in a working copy. */
export const commit = (read(RELEASE_FILE)?.commit as string | undefined) ?? null;

/** This program, as people read it: `1.2.0 (a1b2c3d)`. */
export const release = commit ? `${version} (${commit.slice(0, 7)})` : version;
