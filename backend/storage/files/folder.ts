import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, copyFile, link, mkdir, open, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StoredFile } from "#backend/core/http/stored-file.ts";
import type { FileDriver, FileKey } from "./driver.ts";

/** File systems allow 255 bytes for one name; longer ones are identified by their hash. */
const LONGEST_PART = 200;

/** How often a removal may delete a file's folder while the file is put there. */
const ATTEMPTS = 10;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * One part of a name as a folder name: percent-encoded, so that no part can leave the folder or collide. A
 * version's own file begins with `%v`, which no encoded part can.
 */
const encodePart = (part: string): string => {
  const encoded = encodeURIComponent(part).replace(/^\.+$/, (dots) => "%2E".repeat(dots.length));
  return encoded.length <= LONGEST_PART
    ? encoded
    : `%h${createHash("sha256").update(part).digest("hex")}`;
};

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, "r+");
  await handle.sync().finally(() => handle.close());
};

/** `fsync` of a folder makes the names in it durable, if the file system supports that. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "EPERM", "EISDIR"].includes(String((error as NodeJS.ErrnoException).code)))
      throw error;
  } finally {
    await handle.close();
  }
};

/**
 * Files in `<root>/<bucket>/<name>/%v<version>`. A file appears under its name complete and synced, or not
 * at all: it is written elsewhere on the same file system, synced, renamed, and its folders are synced.
 */
export const folderDriver = (root: string): FileDriver => {
  const pathOf = ({ bucket, name, version }: FileKey) =>
    join(root, encodePart(bucket), ...name.split("/").map(encodePart), `%v${encodePart(version)}`);

  /**
   * Works in the folder of `path`, created again if a removal deleted a parent in between, and syncs it.
   */
  const inFolderOf = async (path: string, act: () => Promise<void>): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await act();
        break;
      } catch (error) {
        if (!isMissing(error) || attempt === ATTEMPTS) throw error;
      }
    }
    const folders: string[] = [];
    for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder))
      folders.push(folder);
    // At once: the file system then writes only once for all of them.
    await Promise.all(folders.map(syncFolder));
  };

  return {
    async check() {
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK).catch(
        (cause: unknown) => {
          throw new Error(
            `The site may not write to ${root}: give it to the user that it runs as`,
            {
              cause,
            },
          );
        },
      );
    },

    async put(key, localPath, announced) {
      await Promise.all([syncFile(localPath), announced]);
      await inFolderOf(pathOf(key), () => rename(localPath, pathOf(key)));
    },

    async get(key, range) {
      try {
        const handle = await open(pathOf(key));
        return new StoredFile(handle, range);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async withLocal(key, use) {
      try {
        await access(pathOf(key), constants.R_OK);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      return use(pathOf(key));
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
        try {
          await rmdir(folder);
        } catch {
          // Another version or another name still uses it.
          break;
        }
      }
    },

    async copy(from, to) {
      const source = pathOf(from);
      const target = pathOf(to);
      try {
        await access(source, constants.R_OK);
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      await inFolderOf(target, async () => {
        try {
          await link(source, target);
        } catch (error) {
          const code = String((error as NodeJS.ErrnoException).code);
          if (!["EPERM", "EXDEV", "EMLINK", "ENOTSUP"].includes(code)) throw error;
          await copyFile(source, target, constants.COPYFILE_EXCL);
          await syncFile(target);
        }
      });
      return true;
    },
  };
};
