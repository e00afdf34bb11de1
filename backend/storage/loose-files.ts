import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Kernel } from "#backend/kernel/kernel.ts";
import type { FileDriver, FileKey } from "./files/driver.ts";

/** How long a file may stand without its row: many times the longest statement of an upload. */
const PENDING = "5 minutes";
/** An upload that has not grown for so long is dead. Seconds. */
const SPOOL_IDLE = 600;
/** Seconds between two looks for what a crashed process left. */
const SWEEP_EVERY = 300;
const BATCH = 200;

/**
 * Names a file before it is put in place; the row that commits for it takes the name away again.
 * Without such a row the file goes a little later, or at `until`.
 */
export const announce = async (kernel: Kernel, key: FileKey, until?: Date): Promise<void> => {
  await kernel.db.query(
    `insert into storage.loose_files (bucket_id, name, version, due_at)
     values ($1, $2, $3, coalesce($5::timestamptz, now() + $4::interval))`,
    [key.bucket, key.name, key.version, PENDING, until ?? null],
  );
};

/** Gives up an announced file, so that the next tidying removes it. */
export const abandon = async (kernel: Kernel, key: FileKey): Promise<void> => {
  await kernel.db.query(
    `update storage.loose_files set due_at = now()
     where bucket_id = $1 and name = $2 and version = $3`,
    [key.bucket, key.name, key.version],
  );
};

/** Removes due files, then their names; a crash in between only repeats the removal. */
const removeDue = async (
  kernel: Kernel,
  files: FileDriver,
  forget: (version: string) => Promise<void>,
): Promise<number> =>
  kernel.db.transaction(async (tx) => {
    const due = await tx.query<{ bucket_id: string; name: string; version: string }>(
      `select bucket_id, name, version from storage.loose_files where due_at <= now()
       order by due_at limit $1 for update skip locked`,
      [BATCH],
    );
    for (const { bucket_id, name, version } of due) {
      await files.remove({ bucket: bucket_id, name, version });
      await forget(version);
      await tx.query(
        "delete from storage.loose_files where bucket_id = $1 and name = $2 and version = $3",
        [bucket_id, name, version],
      );
    }
    return due.length;
  });

/** Removes uploads that stopped arriving: left by a crash, since a refused one removes its own. */
export const sweepSpool = async (spool: string, now: number): Promise<void> => {
  for (const name of await readdir(spool)) {
    const path = join(spool, name);
    const facts = await stat(path).catch(() => null);
    if (facts && now - facts.mtimeMs > SPOOL_IDLE * 1000) await rm(path, { force: true });
  }
};

interface Tidier {
  tidy(): void;
  close(): Promise<void>;
}

/**
 * One remover per process, running when asked and every few minutes. `forget` is told each version
 * whose bytes are gone, so that what was made from them can go too.
 */
export const createTidier = (
  kernel: Kernel,
  files: FileDriver,
  spool: string,
  forget: (version: string) => Promise<void>,
): Tidier => {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        while (!closed && (await removeDue(kernel, files, forget)) === BATCH);
      } catch (error) {
        kernel.log.warn("storage.tidy_failed", { error });
      }
    } while (again && !closed);
  };
  const tidy = () => {
    again = true;
    if (closed) return;
    running ??= run().finally(() => {
      running = null;
    });
  };
  const sweep = async () => {
    tidy();
    await sweepSpool(spool, Date.now());
    await kernel.db.query("delete from storage.spent_upload_tokens where expires_at < now()");
    await kernel.db.query("delete from storage.resumable_uploads where expires_at < now()");
  };
  const timer = setInterval(() => {
    sweep().catch((error) => kernel.log.warn("storage.sweep_failed", { error }));
  }, SWEEP_EVERY * 1000);
  timer.unref();

  return {
    tidy,
    async close() {
      clearInterval(timer);
      closed = true;
      await running;
    },
  };
};
