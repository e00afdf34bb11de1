import type { Clock } from "./clock.ts";
import type { Database, Queryable } from "./database/database.ts";
import type { Handler } from "./http/http.ts";
import type { Upgrade } from "./http/upgrade.ts";
import type { Log } from "./log.ts";
import type { MailSender } from "./mail/mail.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { Project } from "./project/project.ts";
import type { RequestRate } from "./request-rate.ts";
import type { TaggedCache } from "./tagged-cache.ts";
import type { ApiKeys } from "./tokens/caller.ts";
import type { Tokens } from "./tokens/tokens.ts";

/** A mail that is being written: the name of its template, and the values that it has of itself. */
interface TemplateValues {
  template: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Additional values for a mail's template, read within the transaction that writes the mail. `SenderName` is also
 * the sender's name, if the sender's address has none of its own.
 */
export type MailTemplateValues = (
  db: Queryable,
  mail: TemplateValues,
) => Promise<Record<string, unknown>>;

/** What every service receives. A service uses the parts it needs and knows no other service. */
export interface Core {
  /** Connects as the owner of the schemas, for the services' own tables. */
  db: Database;
  /** Connects as `authenticator`, which may only become anon, authenticated or service_role. */
  api: Database;
  tokens: Tokens;
  keys: ApiKeys;
  /**
   * A caller of auth or rest without a key is `anon`, as behind the gateway of the CLI's local stack.
   * Storage, functions and realtime require a token there too.
   */
  keyless: boolean;
  mail: MailSender;
  mailTemplateValues: MailTemplateValues;
  /** What is the same for all visitors; null if nothing is cached. */
  cache: TaggedCache | null;
  /** Mail that is sent if and only if a transaction commits. */
  outbox: Outbox;
  clock: Clock;
  /** Requests for other services than auth. */
  otherRequests: RequestRate;
  log: Log;
  project: Project;
  /** The address for the backend's own parts, without a trailing slash. */
  apiUrl: string;
  /** The public address: links in mails begin with it, and tokens name it as their issuer. */
  publicUrl: string;
  /** The folder for files that are not in the database. */
  dataDir: string;
}

/** A part of the backend that serves `/<name>/v1`. */
export interface Service {
  fetch: Handler;
  /** Takes over connections that ask to become WebSockets, below the same path. */
  upgrade?: Upgrade;
  /** Rejects if something that it depends on, beside the database, cannot be used. */
  check?(): Promise<void>;
  close(): Promise<void>;
}
