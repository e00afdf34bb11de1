import type { Clock } from "../clock.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { Mail } from "./mail.ts";

/**
 * Seconds for which a claimed mail belongs to its process. Renewed while it is being sent, so only a dead
 * process loses it to another.
 */
const CLAIM = 120;
export const RENEW_EVERY = CLAIM / 4;
/** Seconds that the record of a finished mail is stored, with its receiver and without its content. */
const RETENTION_SECONDS = 7 * 24 * 60 * 60;

export interface Claimed extends Record<string, unknown> {
  id: string;
  mail: Mail;
  attempts: number;
  created_at: Date;
}

/** The rows of `_backend.outbox`. */
interface OutboxRows {
  /** Writes a mail that the worker may send after so many seconds, and returns its id. */
  add(tx: Queryable, mail: Mail, after: number): Promise<string>;
  /** Claims the mail of that id, or with null the next due one; returns null if there is none. */
  claim(id: string | null): Promise<Claimed | null>;
  renew(id: string): Promise<unknown>;
  /** Records how a mail ended, and erases its content. */
  finish(id: string, as: "delivered_at" | "given_up_at", error: string | null): Promise<unknown>;
  /** Releases a claimed mail, to be tried again after so many seconds. */
  postpone(id: string, after: number, error: string): Promise<unknown>;
  /** Deletes the records of mails that ended long ago. */
  deleteExpired(): Promise<unknown>;
}

/** Frees the mail that processes of an earlier run had claimed. */
export const releaseMail = (db: Queryable): Promise<unknown> =>
  db.query("update _backend.outbox set claimed_until = null where claimed_until is not null");

export const createOutboxRows = (db: Database, clock: Clock): OutboxRows => {
  const at = (plus = 0) => new Date(clock.now() + plus * 1000).toISOString();
  return {
    async add(tx, mail, after) {
      const [row] = await tx.query<{ id: string }>(
        `insert into _backend.outbox (recipient, mail, created_at, next_attempt_at)
         values ($1, $2, $3, $4) returning id`,
        [mail.to, JSON.stringify(mail), at(), at(after)],
      );
      if (!row) throw new Error("The outbox gave no id");
      return row.id;
    },
    async claim(id) {
      const [claimed = null] = await db.query<Claimed>(
        `update _backend.outbox set claimed_until = $1, attempts = attempts + 1
         where id in (
           select id from _backend.outbox
           where delivered_at is null and given_up_at is null
             and (claimed_until is null or claimed_until <= $2)
             and case when $3::uuid is null then next_attempt_at <= $2 else id = $3::uuid end
           order by next_attempt_at limit 1 for update skip locked)
         returning id, mail, attempts, created_at`,
        [at(CLAIM), at(), id],
      );
      return claimed;
    },
    renew: (id) =>
      db.query(
        `update _backend.outbox set claimed_until = $2
         where id = $1 and delivered_at is null and given_up_at is null`,
        [id, at(CLAIM)],
      ),
    finish: (id, as, error) =>
      db.query(
        `update _backend.outbox
         set ${as} = $2, mail = null, claimed_until = null, last_error = $3
         where id = $1`,
        [id, at(), error],
      ),
    postpone: (id, after, error) =>
      db.query(
        `update _backend.outbox
         set next_attempt_at = $2, claimed_until = null, last_error = $3 where id = $1`,
        [id, at(after), error],
      ),
    deleteExpired: () =>
      db.query("delete from _backend.outbox where coalesce(delivered_at, given_up_at) < $1", [
        at(-RETENTION_SECONDS),
      ]),
  };
};
