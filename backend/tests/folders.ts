import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { atEnd } from "./per-file.ts";

/** A new folder, which is removed when the test that calls has ended; outside of tests, when those of the file have. */
export const newFolder = (name: string): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), name));
  // What a killed process had started may still write there for a moment.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
  return folder;
};

/** Writes files with their folders, by their paths below `folder`. */
export const writeFiles = (folder: string, files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};
