import type { Clock } from "./clock.ts";
import type { Database, Queryable } from "./database/database.ts";
import type { Handler } from "./http/http.ts";
import type { Upgrade } from "./http/upgrade.ts";
import type { Log } from "./log.ts";
import type { MailSender } from "./mail/mail.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { Project } from "./project/project.ts";
import type { ApiKeys } from "./tokens/caller.ts";
import type { Tokens } from "./tokens/tokens.ts";

/** More names for the templates of mails, asked within the transaction that writes the mail. */
export type LetterValues = (db: Queryable) => Promise<Record<string, string>>;

/** What every service is given. A service takes from it what it needs and knows no other service. */
export interface Core {
  /** Enters as the owner of the schemas: for the services' own tables. */
  db: Database;
  /** Enters as `authenticator`, which may only become anon, authenticated or service_role. */
  api: Database;
  tokens: Tokens;
  keys: ApiKeys;
  /**
   * Who brings no key at all to auth or rest is `anon`, as behind the gateway of the CLI's local stack,
   * where storage, functions and realtime ask for a token all the same.
   */
  keyless: boolean;
  mail: MailSender;
  letterValues: LetterValues;
  /** Mail that must leave if and only if a transaction commits. */
  outbox: Outbox;
  clock: Clock;
  log: Log;
  project: Project;
  /** Where the backend's own parts reach it, without a slash at the end. */
  apiUrl: string;
  /** Where everybody else does: links in mails begin with it, and tokens name it as who issued them. */
  publicUrl: string;
  /** The folder for files that are not in the database. */
  dataDir: string;
}

/** A part of the backend that serves `/<name>/v1`. */
export interface Service {
  fetch: Handler;
  /** Takes over connections that ask to become WebSockets, below the same path. */
  upgrade?: Upgrade;
  close(): Promise<void>;
}
