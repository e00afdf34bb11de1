import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { asFullDisk } from "#backend/core/process/disk.ts";
import { type BackupPlace, MANIFEST } from "./place.ts";

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  // Some network file systems cannot sync a folder.
  await handle.sync().catch(() => {});
  await handle.close();
};

/** Backups in a folder that only their owner can read: they contain keys and people's data. */
export const folderPlace = (address: string): BackupPlace => {
  const root = path.resolve(address);
  return {
    address,

    async folders() {
      try {
        const entries = await readdir(root, { withFileTypes: true });
        return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },

    async put(name, bytes) {
      const file = path.join(root, name);
      const draft = `${file}.draft`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        const handle = await open(draft, "w", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw await asFullDisk(error, root);
      }
    },

    async get(name) {
      try {
        return await readFile(path.join(root, name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async remove(folder) {
      await rm(path.join(root, folder, MANIFEST), { force: true });
      await rm(path.join(root, folder), { recursive: true, force: true });
    },
  };
};
