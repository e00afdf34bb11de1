import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const MOST_BYTES = 64 * 2 ** 20;

const bytesOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      // One may have ended meanwhile.
      .map(async ({ parentPath, name }) =>
        stat(join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/**
 * Removes the compiled code of functions once it is larger than `most` bytes. Node writes a file for each version of
 * a module and removes none; nothing tells which are still in use, and what is removed is compiled again.
 */
export const boundCodeCache = async (folder: string, most = MOST_BYTES): Promise<void> => {
  if ((await bytesOf(folder)) > most) await rm(folder, { recursive: true, force: true });
};
