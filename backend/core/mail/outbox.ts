import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { createConcurrencyLimit } from "../concurrency-limit.ts";
import type { Database, Queryable } from "../database/database.ts";
import { CallerGone } from "../errors.ts";
import type { Log } from "../log.ts";
import { CONNECTIONS, type Mail, type MailSender } from "./mail.ts";
import { type Claimed, createOutboxRows, RENEW_EVERY } from "./outbox-rows.ts";

/**
 * What became of a mail: the mail server took it, refused it (it is tried again unless that was for good), or
 * it is sent later, because the server is slow or busy with other mail.
 */
export type Delivery = "taken" | "refused" | "later";

/**
 * Mail that leaves exactly when the transaction that asked for it commits: written beside the
 * facts it tells of, sent after, tried again until the mail server takes it.
 */
export interface Outbox {
  /**
   * Writes the mail within the caller's transaction and gives the id for `deliver`. With `after`, the worker
   * sends it when that many seconds have passed.
   */
  enqueue(tx: Queryable, mail: Mail, after?: number): Promise<string>;
  /**
   * Sends one mail and waits for at most three seconds; call it after the commit. Never rejects: what
   * fails is logged and tried again by the worker.
   */
  deliver(id: string): Promise<Delivery>;
  /** Sends everything that is due now and gives the number taken; the worker does this by itself. */
  deliverDue(): Promise<number>;
  /** Stops the worker and waits for what is under way, for at most 15 seconds. */
  close(): Promise<void>;
}

interface OutboxOptions {
  db: Database;
  mail: MailSender;
  clock: Clock;
  log: Log;
}

/** Seconds from one attempt to the next; the last holds for all that follow. */
const BACK_OFF = [5, 30, 120, 600, 1800, 3600] as const;
/** Seconds after which a mail has lost its use. */
const GIVE_UP_AFTER = 24 * 60 * 60;
/** Seconds that a caller waits for the mail server, and that the end of the process does. */
const PATIENCE = 3;
const CLOSING = 15;
/** Seconds between two tries to note that a mail was taken. */
const NOTE_AGAIN = 2;
const POLL_EVERY = 5;
/** Callers who may wait at once for a connection to the mail server; for others mail is sent later. */
const CALLERS = 200;
/** Why a mail is left to the worker. */
const BUSY = new Error("The mail server is busy");
/** On whose behalf the worker waits. */
const WORKER = { caller: "worker" };

/** No later attempt can help: the receiving server refused this very address for good (RFC 5321 4.2.1). */
const isFinal = (error: unknown): boolean => {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return command === "RCPT TO" && responseCode !== undefined && responseCode >= 550;
};

/** The reason without the address or the body, which SMTP errors may quote. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return [code ?? "ERROR", command, responseCode].filter(Boolean).join(" ");
};

/** The value of `work`, or `otherwise` when that takes more than so many seconds. */
const within = async <T>(seconds: number, work: Promise<T>, otherwise: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * The outbox over `_backend.outbox`, with a worker that retries. A mail is claimed when a connection to the
 * mail server is free for it, and is sent by one process at a time. One that crashes between the server's
 * acceptance and its own note repeats that mail, which no protocol over SMTP can avoid; both have the same
 * Message-ID, by which mailboxes know the second.
 */
export const createOutbox = ({ db, mail, clock, log }: OutboxOptions): Outbox => {
  const rows = createOutboxRows(db, clock);
  const underWay = new Set<Promise<unknown>>();
  // The worker's backlog and those who wait for their own mail take turns.
  const limit = createConcurrencyLimit({
    running: CONNECTIONS,
    waiting: CALLERS + CONNECTIONS,
    waitingPerCaller: CALLERS,
    full: () => BUSY,
  });
  let chains = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Hands the mail to the server, and keeps it claimed for as long as that takes. */
  const hand = async (id: string, letter: Mail): Promise<void> => {
    const renewing = setInterval(() => {
      rows.renew(id).catch((error: unknown) => log.warn("outbox.not_renewed", { id, error }));
    }, RENEW_EVERY * 1000);
    renewing.unref();
    try {
      await mail.send({ ...letter, id });
    } finally {
      clearInterval(renewing);
    }
  };

  /** Not noted, the mail would be sent again: so this goes on until the database is back. */
  const noteTaken = async (id: string): Promise<void> => {
    for (;;) {
      try {
        await rows.finish(id, "delivered_at", null);
        return;
      } catch (error) {
        if (closed) throw error;
        log.warn("outbox.not_noted", { id, error });
        await pause(NOTE_AGAIN * 1000, undefined, { ref: false });
      }
    }
  };

  const attempt = async ({ id, mail: letter, ...facts }: Claimed): Promise<Delivery> => {
    const { attempts, created_at } = facts;
    try {
      await hand(id, letter);
    } catch (error) {
      const reason = reasonOf(error);
      const wait = BACK_OFF[attempts - 1] ?? BACK_OFF[BACK_OFF.length - 1] ?? GIVE_UP_AFTER;
      const tooLate = clock.now() + wait * 1000 > created_at.getTime() + GIVE_UP_AFTER * 1000;
      if (tooLate || isFinal(error)) {
        await rows.finish(id, "given_up_at", reason);
        // A refused address is the recipient's affair; a day of failures is the operator's.
        log[tooLate ? "error" : "warn"]("outbox.given_up", { id, attempts, reason });
        return "refused";
      }
      await rows.postpone(id, wait, reason);
      log.warn("outbox.not_taken", { id, attempts, reason, retryInSeconds: wait });
      return "refused";
    }
    await noteTaken(id);
    return "taken";
  };

  /** A database that is away is no reason to end the process: the next round tries again. */
  const safely = <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    const watched = work.catch((error: unknown) => {
      log.warn("outbox.database", { error });
      return otherwise;
    });
    underWay.add(watched);
    void watched.finally(() => underWay.delete(watched));
    return watched;
  };

  /**
   * Sends what is due, one after the other. Whenever one is found, another chain begins beside this one, up to
   * the connections that there are: a slow mail keeps nothing waiting, and nothing is claimed before its turn.
   */
  const drain = async (): Promise<number> => {
    if (closed || chains >= CONNECTIONS) return 0;
    chains += 1;
    const beside: Promise<number>[] = [];
    let taken = 0;
    try {
      for (let more = true; more && !closed; ) {
        await limit(async () => {
          const claimed = closed ? null : await rows.claim(null);
          more = claimed !== null;
          if (!claimed) return;
          if (chains < CONNECTIONS) beside.push(safely(drain(), 0));
          if ((await attempt(claimed)) === "taken") taken += 1;
        }, WORKER);
      }
    } finally {
      chains -= 1;
    }
    for (const others of await Promise.all(beside)) taken += others;
    return taken;
  };

  const schedule = (seconds: number): void => {
    timer = setTimeout(async () => {
      void safely(drain(), 0);
      await safely(rows.forget(), null);
      if (!closed) schedule(POLL_EVERY);
    }, seconds * 1000).unref();
  };
  schedule(0);

  return {
    // The one who commits tries at once; the worker keeps out of the way for a moment.
    enqueue: (tx, letter, after = 0) => rows.add(tx, letter, Math.max(after, BACK_OFF[0])),
    async deliver(id) {
      if (closed) return "later";
      const waits = new AbortController();
      const work = limit(
        async (): Promise<Delivery> => {
          const claimed = closed ? null : await rows.claim(id);
          return claimed ? attempt(claimed) : "later";
        },
        { signal: waits.signal },
      ).catch((error: unknown): Delivery => {
        if (error === BUSY || error instanceof CallerGone) return "later";
        throw error;
      });
      return within(PATIENCE, safely(work, "later"), () => {
        waits.abort();
        return "later";
      });
    },
    deliverDue: () => safely(drain(), 0),
    async close() {
      closed = true;
      clearTimeout(timer);
      const ended = Promise.all(underWay).then(() => true);
      if (await within(CLOSING, ended, () => false)) return;
      log.warn("outbox.left_under_way", { count: underWay.size });
    },
  };
};
