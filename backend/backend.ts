import { mkdirSync } from "node:fs";
import { createAuth } from "./auth/auth.ts";
import type { PasswordCost } from "./auth/passwords/passwords.ts";
import { uploadBucketFiles } from "./bucket-files.ts";
import { type Clock, systemClock } from "./core/clock.ts";
import type { Core, MailTemplateValues, Service } from "./core/core.ts";
import { prepareApiRole } from "./core/database/api-role.ts";
import {
  type ConnectionOptions,
  createDatabase,
  type Database,
  type DatabaseOptions,
} from "./core/database/database.ts";
import { startEmbedded } from "./core/embedded/embedded.ts";
import type { RequestInfo } from "./core/http/http.ts";
import type { Upgrade } from "./core/http/upgrade.ts";
import { jsonLog, type Log } from "./core/log.ts";
import type { LruLimits } from "./core/lru-cache.ts";
import { createMailSender, type MailSender } from "./core/mail/mail.ts";
import { createOutbox, type Outbox } from "./core/mail/outbox.ts";
import { closeAll } from "./core/process/close-in-order.ts";
import { createDiskWatch } from "./core/process/disk.ts";
import type { Part, Project } from "./core/project/project.ts";
import { createTaggedCache } from "./core/tagged-cache.ts";
import type { ApiKeys } from "./core/tokens/caller.ts";
import { type Keys, loadKeys } from "./core/tokens/keys.ts";
import { createTokens, type Tokens } from "./core/tokens/tokens.ts";
import { createFunctions } from "./functions/functions.ts";
import { absent, createFetchHandler, createUpgradeHandler } from "./handle-request.ts";
import { createMailbox, type Mailbox } from "./mailbox/mailbox.ts";
import { migrateBackend } from "./migrate-backend.ts";
import { createReadiness, type Readiness } from "./readiness.ts";
import { createRealtime } from "./realtime/realtime.ts";
import { realtimeTurnedOff } from "./realtime/turned-off.ts";
import { createRest } from "./rest/rest.ts";
import type { S3Options } from "./storage/files/bucket.ts";
import type { PictureSettings } from "./storage/images/rules.ts";
import { createStorage } from "./storage/storage.ts";

export interface BackendOptions {
  project: Project;
  /** Keys, files and, without `connection`, the embedded database live here. */
  dataDir: string;
  /** A PostgreSQL of the operator's, entered as the database's owner, instead of the embedded one. */
  connection?: ConnectionOptions;
  /** Whether callers enter by the socket's trust (embedded) or with a password (external). */
  trusted?: boolean;
  /** How many processes of this start share the database's connections; each keeps its part. */
  workers?: number;
  /** Where callers reach the backend, without a slash at the end. */
  apiUrl: string;
  /** Where they do from outside of this machine, if elsewhere. */
  publicUrl?: string;
  /**
   * How mail leaves: by SMTP `url`, or with null into the mailbox at `/_mailbox` (trial use). `values`
   * adds names that the templates of auth's mails may use.
   */
  mail: MailSender | { url: string | null; from: string; values?: MailTemplateValues };
  clock?: Clock;
  log?: Log;
  /** Else those kept in `dataDir`. */
  keys?: Keys;
  /** An object storage for files; without one they are kept in `dataDir`. */
  files?: S3Options;
  /** What pictures may be asked for; without it, all that the platform makes. */
  pictures?: PictureSettings;
  /** As on the CLI's local stack, calls without a key are served (see `Core`). */
  keyless?: boolean;
  /**
   * What the memory for responses (and pages made from them) may hold that are the same for all visitors;
   * null keeps none (see `core/tagged-cache.ts`).
   */
  responseCacheLimits?: LruLimits | null;
  /** For tests, which sign up thousands: less than a password's hash must cost where there are people. */
  passwordCost?: PasswordCost;
  /** What functions see as their environment, beside the `SUPABASE_…` names. */
  env?: Record<string, string | undefined>;
  /** False when the caller has migrated the database already (tests on a template). */
  migrate?: boolean;
  /** Called when the embedded database keeps ending without having been asked to, and is given up. */
  onDatabaseExit?: (reason: string) => void;
}

export interface Backend {
  fetch(request: Request, info: RequestInfo): Promise<Response>;
  /** Takes over a connection that asks to become a WebSocket; false when the address is not ours. */
  upgrade: Upgrade;
  keys: ApiKeys;
  tokens: Tokens;
  db: Database;
  api: Database;
  outbox: Outbox;
  core: Core;
  /** Which parts can serve now; answers within two seconds. */
  readiness(): Promise<Readiness>;
  close(): Promise<void>;
}

/**
 * Connections of each of the two pools. 8 in all beat 64 by 2.4 times on two cores; one in which
 * something waits must not keep everything waiting.
 */
const poolSize = (workers = 1): number => Math.max(2, Math.floor(8 / workers));

/** Milliseconds after which the server ends a statement of the services' own. */
const OWN_STATEMENT = 28_000;

/** Milliseconds for an answer to a caller, whose statements the server ends after eight seconds where nobody set more. */
const CALLER_TIMEOUT = 10_000;

/** Milliseconds that a close waits for what services still ask of the database. */
const CLOSE_WITHIN = 8_000;

/** Limits of the memory for shared answers: a directory's are 4 to 10 kB each. */
export const responseCacheLimits = (megabytes: number): LruLimits | null =>
  megabytes > 0 ? { bytes: megabytes * 1024 ** 2, entries: 50_000 } : null;

/** By the name in their paths. What has started is handed over at once, so that a failure closes it. */
const startServices = async (
  core: Core,
  {
    env,
    files,
    pictures,
    passwordCost,
  }: Pick<BackendOptions, "env" | "files" | "pictures" | "passwordCost">,
  started: (name: string, service: Service) => void,
): Promise<void> => {
  const { realtime, off } = core.project.config;
  const start = async (name: Part, create: () => Promise<Service>) =>
    started(name, off.has(name) ? absent : await create());
  await start("auth", () => createAuth(core, { passwordCost }));
  await start("rest", () => createRest(core));
  await start("storage", () => createStorage(core, { s3: files, pictures }));
  await start("functions", () => createFunctions(core, { env: env ?? {} }));
  started("realtime", realtime.enabled ? await createRealtime(core) : realtimeTurnedOff);
};

/** Functions send mail the way that the backend itself does. */
const mailEnvironment = (
  mail: BackendOptions["mail"],
  mailbox: Mailbox | null,
): Record<string, string | undefined> =>
  "url" in mail
    ? { SMTP_URL: mailbox?.smtpUrl ?? mail.url ?? undefined, MAIL_FROM: mail.from }
    : {};

const openMail = async (
  mail: BackendOptions["mail"],
  core: Pick<Core, "db" | "clock" | "log">,
): Promise<{ mail: MailSender; mailbox: Mailbox | null }> => {
  if ("send" in mail) return { mail, mailbox: null };
  if (mail.url !== null) return { mail: createMailSender(mail.url, mail.from), mailbox: null };
  const mailbox = await createMailbox(core);
  return { mail: createMailSender(mailbox.smtpUrl, mail.from), mailbox };
};

/**
 * Starts Supabase's protocol over one PostgreSQL. Everything that was opened is closed again when a
 * step of the start fails, and by `close`, which waits for what is under way.
 */
export const createBackend = async (options: BackendOptions): Promise<Backend> => {
  const { project, dataDir, clock = systemClock, log = jsonLog(), apiUrl } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const closing: (() => Promise<unknown>)[] = [];
  const databases: Database[] = [];
  const close = async () => {
    const overdue = setTimeout(() => {
      for (const each of databases) each.destroy();
    }, CLOSE_WITHIN).unref();
    try {
      await closeAll(closing);
    } finally {
      clearTimeout(overdue);
    }
  };
  try {
    // Who migrates says it, so that several processes of one start say it once.
    if (project.config.unknownKeys.length > 0 && options.migrate !== false)
      log.warn("project.unknown_keys", { keys: project.config.unknownKeys });
    const keys = options.keys ?? (await loadKeys(dataDir, project.config.auth.jwtSecret));
    let connection = options.connection;
    if (!connection) {
      const embedded = await startEmbedded({ dataDir, log, onExit: options.onDatabaseExit });
      closing.push(embedded.stop);
      connection = embedded.connection;
    }
    const size = poolSize(options.workers);
    const disk = createDiskWatch(dataDir);
    const open = (options: Pick<DatabaseOptions, "connection" | "within" | "statementTimeout">) => {
      const opened = createDatabase({ ...options, size, log, onError: disk.note });
      databases.push(opened);
      closing.push(opened.close);
      return opened;
    };
    const db = open({ connection, statementTimeout: OWN_STATEMENT });
    if (options.migrate !== false) await migrateBackend(db, project, log);
    const trusted = options.trusted ?? !options.connection;
    const api = open({
      connection: trusted
        ? { ...connection, user: "authenticator", password: undefined }
        : { ...connection, ...(await prepareApiRole(db)) },
      within: CALLER_TIMEOUT,
    });
    const { mail, mailbox } = await openMail(options.mail, { db, clock, log });
    closing.push(async () => mail.close());
    if (mailbox) closing.push(mailbox.close);
    const outbox = createOutbox({ db, mail, clock, log });
    closing.push(outbox.close);
    const [privateJwk, ...otherJwks] = project.config.auth.signingKeys ?? [];
    const signing = privateJwk ? { ...keys.signing, privateJwk, otherJwks } : keys.signing;
    const tokens = await createTokens(signing, clock);
    const { responseCacheLimits: limits = responseCacheLimits(64) } = options;
    const cache = limits && createTaggedCache({ limits, now: clock.now });
    if (cache) closing.push(async () => cache.close());
    const core: Core = {
      cache,
      db,
      api,
      tokens,
      keys: keys.api,
      keyless: options.keyless ?? false,
      mail,
      mailTemplateValues: ("values" in options.mail && options.mail.values) || (async () => ({})),
      outbox,
      clock,
      log,
      project,
      apiUrl,
      publicUrl: options.publicUrl ?? apiUrl,
      dataDir,
    };
    const services = new Map<string, Service>();
    await startServices(
      core,
      {
        env: { ...mailEnvironment(options.mail, mailbox), ...options.env },
        files: options.files,
        pictures: options.pictures,
        passwordCost: options.passwordCost,
      },
      (name, service) => {
        services.set(name, service);
        closing.push(service.close);
      },
    );
    const storage = services.get("storage");
    if (storage && storage !== absent) await uploadBucketFiles(core, storage);
    return {
      fetch: createFetchHandler({ services, mailbox: mailbox?.fetch ?? null, log }),
      upgrade: createUpgradeHandler(services),
      keys: keys.api,
      tokens,
      db,
      api,
      outbox,
      core,
      readiness: createReadiness({ api, disk, storage, mail }),
      close,
    };
  } catch (error) {
    await close().catch((failure) => log.warn("backend.close_failed", { error: failure }));
    throw error;
  }
};
