import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** Makes folders that are removed after the tests of the file. */
export const newFolders = (name = "test-"): (() => string) => {
  const made: string[] = [];
  // What a killed process had started may still write there for a moment.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 };
  afterAll(() => {
    for (const folder of made) rmSync(folder, options);
  });
  return () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), name));
    made.push(folder);
    return folder;
  };
};

/** Writes files with their folders, by their paths below `folder`. */
export const writeFiles = (folder: string, files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};
