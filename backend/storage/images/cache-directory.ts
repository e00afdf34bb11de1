import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Bytes on disk, beyond which the least recently used pictures are removed. */
const LARGEST = 512 * 1_048_576;
const INVENTORY_EVERY = 200;

/** Transformed pictures in a folder, with one folder for each version of their source file. */
export const createShelf = (folder: string) => {
  let made = 0;

  /** Removes the least recently used pictures until the cache is within its limit. */
  const takeInventory = async (): Promise<void> => {
    const pictures: { path: string; size: number; used: number }[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const facts = await stat(path).catch(() => null);
      if (facts) pictures.push({ path, size: facts.size, used: facts.mtimeMs });
    }
    let total = pictures.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of pictures.sort((a, b) => a.used - b.used)) {
      if (total <= LARGEST) break;
      await rm(path, { force: true });
      total -= size;
    }
  };

  return {
    async find(version: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
      const path = join(folder, version, name);
      const ready = await readFile(path).catch(() => null);
      if (!ready) return null;
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
      return new Uint8Array(ready);
    },
    /** Throws if the disk is full, and leaves nothing half-written. */
    async put(version: string, name: string, bytes: Uint8Array): Promise<void> {
      const path = join(folder, version, name);
      const part = `${path}.${randomUUID()}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeFile(part, bytes, { mode: 0o600 });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      made += 1;
      if (made % INVENTORY_EVERY === 0) await takeInventory();
    },
    async remove(version: string): Promise<void> {
      await rm(join(folder, version), { recursive: true, force: true });
    },
    /** The versions with cached pictures. */
    versions: () => readdir(folder),
  };
};
