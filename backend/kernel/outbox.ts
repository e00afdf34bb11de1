import type { Clock } from "./clock.ts";
import type { Database, Queryable } from "./database.ts";
import type { Log } from "./log.ts";
import type { Mail, MailSender } from "./mail.ts";

/**
 * Mail that leaves exactly when the transaction that asked for it commits: written beside the
 * facts it tells of, sent after, tried again until the mail server takes it.
 */
export interface Outbox {
  /** Writes the mail within the caller's transaction and gives the id for `deliver`. */
  enqueue(tx: Queryable, mail: Mail): Promise<string>;
  /**
   * Tries to send one mail now; call it after the commit. Never rejects: what fails is logged and
   * tried again by the worker. True when the mail server has taken it.
   */
  deliver(id: string): Promise<boolean>;
  /** Sends everything that is due now and gives the number taken; the worker does this by itself. */
  deliverDue(): Promise<number>;
  /** Stops the worker and waits for what is under way. */
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
/** Seconds that an attempt may take before another process may repeat it: longer than SMTP's time-outs. */
const CLAIM = 120;
/** Seconds that the record of a finished mail (without its body) is kept. */
const KEEP = 7 * 24 * 60 * 60;
const POLL_EVERY = 5;
const AT_ONCE = 5;

interface Claimed extends Record<string, unknown> {
  id: string;
  mail: Mail;
  attempts: number;
  created_at: Date;
}

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

/**
 * The outbox over `_backend.outbox`, with a worker that retries. A mail is sent by one process at a
 * time; one that crashes between the server's acceptance and its own note repeats that mail, which
 * no protocol over SMTP can avoid.
 */
export const createOutbox = ({ db, mail, clock, log }: OutboxOptions): Outbox => {
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const at = (plus = 0) => new Date(clock.now() + plus * 1000).toISOString();

  const claim = (id: string | null): Promise<Claimed[]> =>
    db.query<Claimed>(
      `update _backend.outbox set claimed_until = $1, attempts = attempts + 1
       where id in (
         select id from _backend.outbox
         where delivered_at is null and given_up_at is null
           and (claimed_until is null or claimed_until <= $2)
           and case when $3::uuid is null then next_attempt_at <= $2 else id = $3::uuid end
         order by next_attempt_at limit $4 for update skip locked)
       returning id, mail, attempts, created_at`,
      [at(CLAIM), at(), id, AT_ONCE],
    );

  const finish = (id: string, column: "delivered_at" | "given_up_at", error: string | null) =>
    db.query(
      `update _backend.outbox
       set ${column} = $2, mail = null, recipient = null, claimed_until = null, last_error = $3
       where id = $1`,
      [id, at(), error],
    );

  const attempt = async ({ id, mail: letter, attempts, created_at }: Claimed): Promise<boolean> => {
    try {
      await mail.send(letter);
    } catch (error) {
      const reason = reasonOf(error);
      const wait = BACK_OFF[attempts - 1] ?? BACK_OFF[BACK_OFF.length - 1] ?? GIVE_UP_AFTER;
      const tooLate = clock.now() + wait * 1000 > created_at.getTime() + GIVE_UP_AFTER * 1000;
      if (tooLate || isFinal(error)) {
        await finish(id, "given_up_at", reason);
        // A refused address is the recipient's affair; a day of failures is the operator's.
        log[tooLate ? "error" : "warn"]("outbox.given_up", { id, attempts, reason });
        return false;
      }
      await db.query(
        `update _backend.outbox
         set next_attempt_at = $2, claimed_until = null, last_error = $3 where id = $1`,
        [id, at(wait), reason],
      );
      log.warn("outbox.not_taken", { id, attempts, reason, retryInSeconds: wait });
      return false;
    }
    await finish(id, "delivered_at", null);
    return true;
  };

  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    const done = () => underWay.delete(work);
    work.then(done, done);
    return work;
  };

  const send = async (id: string | null): Promise<number> => {
    let taken = 0;
    for (;;) {
      const claimed = await claim(id);
      const results = await Promise.all(claimed.map(attempt));
      taken += results.filter(Boolean).length;
      if (id !== null || claimed.length < AT_ONCE) return taken;
    }
  };

  /** A database that is away is no reason to end the process: the next round tries again. */
  const safely = (work: Promise<number>): Promise<number> =>
    track(
      work.catch((error: unknown) => {
        log.warn("outbox.database", { error });
        return 0;
      }),
    );

  const forget = async (): Promise<number> => {
    await db.query("delete from _backend.outbox where coalesce(delivered_at, given_up_at) < $1", [
      at(-KEEP),
    ]);
    return 0;
  };

  const schedule = (seconds: number): void => {
    timer = setTimeout(async () => {
      await safely(send(null));
      await safely(forget());
      if (!closed) schedule(POLL_EVERY);
    }, seconds * 1000).unref();
  };
  schedule(0);

  return {
    async enqueue(tx, letter) {
      const [row] = await tx.query<{ id: string }>(
        `insert into _backend.outbox (recipient, mail, created_at, next_attempt_at)
         values ($1, $2, $3, $4) returning id`,
        // The one who commits tries at once; the worker keeps out of the way for a moment.
        [letter.to, JSON.stringify(letter), at(), at(BACK_OFF[0])],
      );
      if (!row) throw new Error("The outbox gave no id");
      return row.id;
    },
    deliver: async (id) => (closed ? false : (await safely(send(id))) > 0),
    deliverDue: () => safely(send(null)),
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
};
