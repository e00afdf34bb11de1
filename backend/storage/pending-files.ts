import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Core } from "#backend/core/core.ts";
import type { FileDriver, FileKey } from "./files/driver.ts";

/** Seconds that a file may exist without its row, unless its reservation is renewed. */
const PENDING = 300;
/** Seconds after which an upload that has not grown is dead. */
const SPOOL_IDLE = 600;
/** Seconds between two checks for a crashed process's leftovers. */
const SWEEP_EVERY = 300;
const BATCH = 200;

/**
 * Reserves a file before it is put in place; committing its row removes the reservation. Without such a row
 * the file is deleted a little later.
 */
export const announce = async (core: Core, key: FileKey, pending = PENDING): Promise<void> => {
  await core.db.query(
    `insert into storage.loose_files (bucket_id, name, version, due_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [key.bucket, key.name, key.version, pending],
  );
};

const renew = async (core: Core, key: FileKey, pending: number): Promise<void> => {
  await core.db.query(
    `update storage.loose_files set due_at = now() + make_interval(secs => $4)
     where bucket_id = $1 and name = $2 and version = $3`,
    [key.bucket, key.name, key.version, pending],
  );
};

/**
 * Releases a file, so that the next clean-up deletes it, even if its reservation had expired before it was
 * in place. A file whose row has committed after all is left alone (see `removeDue`).
 */
export const abandon = async (core: Core, key: FileKey): Promise<void> => {
  try {
    await core.db.query(
      `insert into storage.loose_files (bucket_id, name, version) values ($1, $2, $3)
       on conflict (bucket_id, name, version) do update set due_at = now()`,
      [key.bucket, key.name, key.version],
    );
  } catch (error) {
    // The caller must get the original error; the reservation expires by itself.
    core.log.warn("storage.file_not_given_up", { error });
  }
};

/**
 * Runs `work` for a file that is put in place and then recorded. Its reservation is renewed meanwhile, and
 * released on failure.
 */
export const whileReserved = async <T>(
  core: Core,
  key: FileKey,
  work: (announced: Promise<void>) => Promise<T>,
  pending = PENDING,
): Promise<T> => {
  const announced = announce(core, key, pending);
  // Awaited by the work; a failure before that must not count as unhandled.
  announced.catch(() => {});
  const timer = setInterval(
    () => {
      renew(core, key, pending).catch((error) =>
        core.log.warn("storage.reservation_not_renewed", { error }),
      );
    },
    (pending * 1000) / 5,
  );
  try {
    return await work(announced);
  } catch (error) {
    await abandon(core, key);
    throw error;
  } finally {
    clearInterval(timer);
  }
};

/**
 * Held by a running backup, whose snapshot may name files that have been deleted since. They are removed
 * after it.
 */
export const FILES_LOCK = "select pg_advisory_lock(hashtext('files of storage'))";
const MAY_REMOVE = "select pg_try_advisory_xact_lock_shared(hashtext('files of storage')) as free";

/**
 * Deletes due files, then their reservations; a crash in between only repeats the deletion. The reservation
 * is locked meanwhile, so that no row can commit for the file.
 */
const removeDue = async (
  core: Core,
  files: FileDriver,
  removeImages: (version: string) => Promise<void>,
): Promise<number> =>
  core.db.transaction(async (tx) => {
    const [lock] = await tx.query<{ free: boolean }>(MAY_REMOVE);
    if (!lock?.free) return 0;
    const due = await tx.query<{ bucket_id: string; name: string; version: string }>(
      `select bucket_id, name, version from storage.loose_files where due_at <= now()
       order by due_at limit $1 for update skip locked`,
      [BATCH],
    );
    for (const { bucket_id, name, version } of due) {
      const [live] = await tx.query(
        "select from storage.objects where bucket_id = $1 and name = $2 and version = $3",
        [bucket_id, name, version],
      );
      if (!live) {
        await files.remove({ bucket: bucket_id, name, version });
        await removeImages(version);
      }
      await tx.query(
        "delete from storage.loose_files where bucket_id = $1 and name = $2 and version = $3",
        [bucket_id, name, version],
      );
    }
    return due.length;
  });

/** Deletes uploads that stopped arriving: a crash left them, because a refused one deletes its own. */
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
 * One remover for each process, running on request and every few minutes. `removeImages` receives each version
 * whose bytes are gone, so that its cached pictures can be removed too.
 */
export const createTidier = (
  core: Core,
  files: FileDriver,
  spool: string,
  removeImages: (version: string) => Promise<void>,
): Tidier => {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        while (!closed && (await removeDue(core, files, removeImages)) === BATCH);
      } catch (error) {
        core.log.warn("storage.tidy_failed", { error });
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
    await core.db.query("delete from storage.spent_upload_tokens where expires_at < now()");
  };
  const timer = setInterval(() => {
    sweep().catch((error) => core.log.warn("storage.sweep_failed", { error }));
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
