import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { createConcurrencyLimit } from "../concurrency-limit.ts";
import type { Database, Queryable } from "../database/database.ts";
import { ClientDisconnected } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Mail, type MailSender, SMTP_CONNECTIONS } from "./mail.ts";
import { type Claimed, createOutboxRows, RENEW_EVERY } from "./outbox-rows.ts";

/**
 * What happened to a mail: the mail server accepted it; or refused it (it is tried again unless the refusal
 * is permanent); or it is sent later, because the server is slow or busy.
 */
type Delivery = "taken" | "refused" | "later";

/**
 * Mail that is sent exactly when its transaction commits. It is written in the transaction, sent
 * afterwards, and tried again until the mail server accepts it.
 */
export interface Outbox {
  /**
   * Writes the mail within the caller's transaction and returns the id for `deliver`. With `after`, the
   * worker sends it after that many seconds.
   */
  enqueue(tx: Queryable, mail: Mail, after?: number): Promise<string>;
  /**
   * Sends one mail and waits for at most three seconds; call it after the commit. Never rejects: the worker
   * logs failures and tries again.
   */
  deliver(id: string): Promise<Delivery>;
  /**
   * Sends everything that is due now and returns how many were accepted; the worker does this by itself.
   */
  deliverDue(): Promise<number>;
  /** Stops the worker and waits for running work, for at most 15 seconds. */
  close(): Promise<void>;
}

interface OutboxOptions {
  db: Database;
  mail: MailSender;
  clock: Clock;
  log: Log;
}

/** Seconds between attempts; the last value applies to all later ones. */
const BACK_OFF = [5, 30, 120, 600, 1800, 3600] as const;
/** Seconds after which a mail is no longer useful. */
const RETRY_FOR_SECONDS = 24 * 60 * 60;
/** Seconds that a caller, or the end of the process, waits for the mail server. */
const PATIENCE = 3;
const CLOSING = 15;
/** Seconds between attempts to record that a mail was accepted. */
const NOTE_AGAIN = 2;
const POLL_EVERY = 5;
/** Callers who may wait at once for a connection to the mail server; other mail is sent later. */
const CALLERS = 200;
/** Why a mail is left to the worker. */
const BUSY = new Error("The mail server is busy");
/** On whose behalf the worker waits. */
const WORKER = { caller: "worker" };

/** No later attempt can help: the receiving server permanently refused this address (RFC 5321 4.2.1). */
const isFinal = (error: unknown): boolean => {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return command === "RCPT TO" && responseCode !== undefined && responseCode >= 550;
};

/** The reason without the address or body, which SMTP errors may quote. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode, command } = error as Record<string, unknown>;
  return [code ?? "ERROR", command, responseCode].filter(Boolean).join(" ");
};

/** The value of `work`, or `otherwise` if that takes more than so many seconds. */
const within = async <T>(seconds: number, work: Promise<T>, otherwise: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * The outbox over `_backend.outbox`, with a worker that retries. A mail is claimed when a connection to the
 * mail server is free, and one process sends it at a time. A process that crashes between the server's
 * acceptance and its own record repeats that mail, which SMTP cannot avoid. Both have the same Message-ID,
 * by which mailboxes recognise the duplicate.
 */
export const createOutbox = ({ db, mail, clock, log }: OutboxOptions): Outbox => {
  const rows = createOutboxRows(db, clock);
  const underWay = new Set<Promise<unknown>>();
  // The worker's backlog takes turns with callers who wait for their own mail.
  const limit = createConcurrencyLimit({
    running: SMTP_CONNECTIONS,
    waiting: CALLERS + SMTP_CONNECTIONS,
    waitingPerCaller: CALLERS,
    full: () => BUSY,
  });
  let chains = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Passes the mail to the server and holds the claim meanwhile. */
  const hand = async (id: string, content: Mail): Promise<void> => {
    const renewing = setInterval(() => {
      rows.renew(id).catch((error: unknown) => log.warn("outbox.not_renewed", { id, error }));
    }, RENEW_EVERY * 1000);
    renewing.unref();
    try {
      await mail.send({ ...content, id });
    } finally {
      clearInterval(renewing);
    }
  };

  /** Without this record the mail would be sent again, so this repeats until the database is back. */
  const recordSent = async (id: string): Promise<void> => {
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

  const attempt = async ({ id, mail: content, ...facts }: Claimed): Promise<Delivery> => {
    const { attempts, created_at } = facts;
    try {
      await hand(id, content);
    } catch (error) {
      const reason = reasonOf(error);
      const wait = BACK_OFF[attempts - 1] ?? BACK_OFF[BACK_OFF.length - 1] ?? RETRY_FOR_SECONDS;
      const tooLate = clock.now() + wait * 1000 > created_at.getTime() + RETRY_FOR_SECONDS * 1000;
      if (tooLate || isFinal(error)) {
        await rows.finish(id, "given_up_at", reason);
        // A refused address concerns the recipient; a day of failures concerns the operator.
        log[tooLate ? "error" : "warn"]("outbox.given_up", { id, attempts, reason });
        return "refused";
      }
      await rows.postpone(id, wait, reason);
      log.warn("outbox.not_taken", { id, attempts, reason, retryInSeconds: wait });
      return "refused";
    }
    await recordSent(id);
    return "taken";
  };

  /** A database outage does not end the process: the next round tries again. */
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
   * Sends due mails one after the other. Each one found starts another chain beside this one, up to the
   * number of connections. A slow mail therefore delays nothing, and no mail is claimed too early.
   */
  const drain = async (): Promise<number> => {
    if (closed || chains >= SMTP_CONNECTIONS) return 0;
    chains += 1;
    const beside: Promise<number>[] = [];
    let count = 0;
    try {
      for (let more = true; more && !closed; ) {
        await limit(async () => {
          const claimed = closed ? null : await rows.claim(null);
          more = claimed !== null;
          if (!claimed) return;
          if (chains < SMTP_CONNECTIONS) beside.push(safely(drain(), 0));
          if ((await attempt(claimed)) === "taken") count += 1;
        }, WORKER);
      }
    } finally {
      chains -= 1;
    }
    for (const others of await Promise.all(beside)) count += others;
    return count;
  };

  const schedule = (seconds: number): void => {
    timer = setTimeout(async () => {
      void safely(drain(), 0);
      await safely(rows.deleteExpired(), null);
      if (!closed) schedule(POLL_EVERY);
    }, seconds * 1000).unref();
  };
  schedule(0);

  return {
    // The process that commits tries at once, so the worker waits for a moment.
    enqueue: (tx, content, after = 0) => rows.add(tx, content, Math.max(after, BACK_OFF[0])),
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
        if (error === BUSY || error instanceof ClientDisconnected) return "later";
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
