import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { s3Driver } from "supabase-compatible-backend/backup";
import { objectStorage } from "../settings/object-storage.ts";
import { type Check, fault, ok, reasonOf, warning } from "./findings.ts";

const MB = 1024 ** 2;

/** Below `needed`, every write is refused (`backend/core/process/disk.ts`). */
const ROOM = { needed: 32 * MB, little: 2048 * MB };

/** Whether an uploaded file could be saved, found by saving one. */
export const checkFiles: Check = async ({ config, dataDir }) => {
  const s3 = objectStorage(config);
  const spool = await mkdtemp(path.join(os.tmpdir(), "doctor-"));
  const local = path.join(spool, "file");
  try {
    await writeFile(local, "A test by npm run doctor; it may be deleted.");
    if (!s3) {
      const probe = path.join(dataDir, `doctor-${randomUUID()}`);
      if (!existsSync(dataDir))
        return [warning(`Files: ${dataDir} does not exist yet`, "The first start creates it")];
      await writeFile(probe, "test");
      await rm(probe);
      return [ok(`Files: ${dataDir} can be written`)];
    }
    const files = s3Driver(s3, spool);
    const key = { bucket: "doctor", name: "test", version: randomUUID() };
    await files.check();
    await files.put(key, local);
    await files.remove(key);
    return [ok(`Files: bucket ${s3.bucket} can be read, written and cleared`)];
  } catch (error) {
    return s3
      ? [
          fault(
            `Files: ${reasonOf(error)}`,
            `Let the key list bucket ${s3.bucket} and get, put and delete its objects; check S3_REGION and S3_ENDPOINT`,
          ),
        ]
      : [fault(`Files: ${reasonOf(error)}`, `Give ${dataDir} to the user that runs the site`)];
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
};

/** Room on the disk of the data folder. */
export const checkDisk: Check = async ({ dataDir }) => {
  let folder = path.resolve(dataDir);
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { bavail, bsize, blocks } = await statfs(folder);
  const free = bavail * bsize;
  const what = `Disk: ${Math.floor(free / MB)} MB of ${Math.floor((blocks * bsize) / MB)} MB are free at ${folder}`;
  if (free < ROOM.needed) return [fault(what, "Make room: every write is refused")];
  if (free < ROOM.little) return [warning(what, "Make room, or move DATA_DIR to a larger disk")];
  return [ok(what)];
};
