import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import type pg from "pg";
import type { FileDriver } from "#backend/storage/files/driver.ts";
import { type FileName, type FileSink, nullSink, readFiles, writeFile } from "./file-stream.ts";
import type { Backup, Contents } from "./manifest.ts";
import { createPartWriter, type PartTarget, readParts } from "./parts.ts";
import type { BackupPlace } from "./place.ts";

const STREAM = "files";

/** Rows read at once. */
const BATCH = 500;
/** Names of missing files that are written down. */
const MOST_NAMES = 100;

/**
 * Declares the list of the snapshot's files. It outlives the transaction, so that the database need not keep
 * old rows for as long as files are copied.
 */
export const listFilesOf = async (client: pg.Client): Promise<void> => {
  await client.query(
    `declare files_of_backup cursor with hold for
     select bucket_id as bucket, name, version from storage.objects where version is not null
     order by bucket_id, name`,
  );
};

/** Copies the listed files into the backup. */
export const copyFilesOut = async (
  client: pg.Client,
  files: FileDriver,
  target: PartTarget,
): Promise<Contents["files"]> => {
  const writer = createPartWriter(target, STREAM);
  const missing = { count: 0, names: [] as string[] };
  let [count, bytes] = [0, 0];
  for (;;) {
    const { rows } = await client.query<FileName>(`fetch ${BATCH} from files_of_backup`);
    for (const file of rows) {
      const body = await files.get(file);
      if (body) {
        bytes += await writeFile(file, body, writer.add);
        count += 1;
      } else {
        missing.count += 1;
        if (missing.names.length < MOST_NAMES) missing.names.push(`${file.bucket}/${file.name}`);
      }
    }
    if (rows.length < BATCH) break;
  }
  return { count, bytes, parts: await writer.end(), missing };
};

const read = async (
  place: BackupPlace,
  backup: Pick<Backup, "folder" | "cipher" | "contents">,
  open: (file: FileName) => Promise<FileSink>,
): Promise<void> => {
  const { files } = backup.contents;
  const found = await readFiles(readParts(place, backup, STREAM, files.parts), open);
  if (found.count !== files.count || found.bytes !== files.bytes)
    throw new Error(
      `This backup has ${found.count} files and should have ${files.count}: use another backup.`,
    );
};

/** Reads every file of the backup, and compares it with its hash. */
export const verifyFiles = (
  place: BackupPlace,
  backup: Pick<Backup, "folder" | "cipher" | "contents">,
): Promise<void> => read(place, backup, async () => nullSink);

/** Puts every file of the backup in its place; `spool` is a folder on the same disk. */
export const copyFilesIn = async (
  place: BackupPlace,
  backup: Pick<Backup, "folder" | "cipher" | "contents">,
  files: FileDriver,
  spool: string,
): Promise<void> => {
  await mkdir(spool, { recursive: true, mode: 0o700 });
  await read(place, backup, async (file) => {
    const draft = path.join(spool, randomUUID());
    const stream = createWriteStream(draft, { flags: "wx", mode: 0o600 });
    // Reported by the next write, or by the end.
    const ended = finished(stream);
    ended.catch(() => {});
    return {
      async write(chunk) {
        if (!stream.write(chunk)) await Promise.race([once(stream, "drain"), ended]);
      },
      async complete() {
        stream.end();
        await ended;
        await files.put(file, draft);
      },
      async abandon() {
        stream.destroy();
        await rm(draft, { force: true });
      },
    };
  });
};
