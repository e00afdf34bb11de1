import type { Queryable } from "./database.ts";
import type { Mail } from "./mail.ts";

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
  /** Stops the worker and waits for what is under way. */
  close(): Promise<void>;
}
