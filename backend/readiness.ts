import { setTimeout as delay } from "node:timers/promises";
import type { Service } from "./core/core.ts";
import type { Database } from "./core/database/database.ts";
import type { MailSender } from "./core/mail/mail.ts";
import type { DiskWatch } from "./core/process/disk.ts";

/** Milliseconds for each check. */
const WITHIN = 1_500;

/** Milliseconds for which a result holds: anybody may ask, and each check costs another server a call. */
const HOLDS = { storage: 5_000, mail: 60_000 };

/** Which parts can serve. */
export interface Readiness {
  /** Whether callers can be served: everything but mail, which waits in the outbox. */
  ready: boolean;
  /** The database responds to the role that serves callers. */
  database: boolean;
  /** Files can be saved. */
  storage: boolean;
  /** There is room to save. */
  disk: boolean;
  /** The mail server accepts connections; null if it was not checked yet. */
  mail: boolean | null;
}

const succeeds = async (check: () => Promise<unknown>): Promise<boolean> => {
  const done = new AbortController();
  const overdue = delay(WITHIN, false, { signal: done.signal }).catch(() => false);
  const result = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([result, overdue]);
  } finally {
    done.abort();
  }
};

/** Repeats a check at most once in `holds` milliseconds, for all callers together. */
const remembered = (check: () => Promise<boolean>, holds: number) => {
  let until = Number.NEGATIVE_INFINITY;
  let result: Promise<boolean> | null = null;
  return (): Promise<boolean> => {
    if (result === null || performance.now() > until) {
      until = performance.now() + holds;
      result = check();
    }
    return result;
  };
};

/** A function that checks all parts. */
export const createReadiness = ({
  api,
  disk,
  storage,
  mail,
}: {
  api: Database;
  disk: DiskWatch;
  storage: Service | undefined;
  mail: MailSender;
}): (() => Promise<Readiness>) => {
  const storageWorks = remembered(() => succeeds(async () => storage?.check?.()), HOLDS.storage);
  let mailWorks: boolean | null = null;
  const { verify } = mail;
  // Nobody waits for it: a mail server may take longer than the response may.
  const checkMail = remembered(async () => {
    if (verify)
      mailWorks = await verify().then(
        () => true,
        () => false,
      );
    return true;
  }, HOLDS.mail);
  return async () => {
    void checkMail();
    const [database, saves, full] = await Promise.all([
      succeeds(() => api.batch([{ text: "select 1" }], { within: WITHIN })),
      storageWorks(),
      disk.full(),
    ]);
    return {
      ready: database && saves && !full,
      database,
      storage: saves,
      disk: !full,
      mail: mailWorks,
    };
  };
};
