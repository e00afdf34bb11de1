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
import { releaseMail } from "./core/mail/outbox-rows.ts";
import { poolSize, shareMemory } from "./core/memory.ts";
import { closeAll } from "./core/process/close-in-order.ts";
import { createDiskWatch } from "./core/process/disk.ts";
import type { Part, Project } from "./core/project/project.ts";
import { createRequestRate } from "./core/request-rate.ts";
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
  /** The operator's own PostgreSQL, as its owner, instead of the embedded one. */
  connection?: ConnectionOptions;
  /** Whether API roles connect without a password (embedded, by Unix socket) or with one (external). */
  trusted?: boolean;
  /** How many processes share the database's connections; each gets an equal part. */
  workers?: number;
  /** Whether no other process uses the database now: what one of an earlier run had claimed is free again. */
  isAlone?: boolean;
  /** Where callers reach the backend, without a slash at the end. */
  apiUrl: string;
  /** The address from outside this machine, if it differs. */
  publicUrl?: string;
  /**
   * How mail leaves: by SMTP `url`, or with null into the mailbox at `/_mailbox` (trial use). `values`
   * adds names that the templates of auth's mails may use.
   */
  mail: MailSender | { url: string | null; from: string; values?: MailTemplateValues };
  clock?: Clock;
  log?: Log;
  /** Without them, those stored in `dataDir`. */
  keys?: Keys;
  /** An object storage for files; without one they are stored in `dataDir`. */
  files?: S3Options;
  /** Which picture sizes may be requested; without it, all that the platform makes. */
  pictures?: PictureSettings;
  /** Whether calls without a key are served, as on the CLI's local stack (see `Core`). */
  keyless?: boolean;
  /**
   * Limits of the cache of responses that are the same for all visitors, and of pages made from them;
   * null caches none (see `core/tagged-cache.ts`).
   */
  responseCacheLimits?: LruLimits | null;
  /** For tests, which sign up thousands of people: a cheaper password hash than production must have. */
  passwordCost?: PasswordCost;
  /** What functions see as their environment, beside the `SUPABASE_…` names. */
  env?: Record<string, string | undefined>;
  /** False when the caller has migrated the database already (tests on a template). */
  migrate?: boolean;
  /** Called when the embedded database has crashed too often to be restarted. */
  onDatabaseExit?: (reason: string) => void;
}

export interface Backend {
  fetch(request: Request, info: RequestInfo): Promise<Response>;
  /** Handles a request for a WebSocket; false for an address that is not the backend's. */
  upgrade: Upgrade;
  keys: ApiKeys;
  tokens: Tokens;
  db: Database;
  api: Database;
  outbox: Outbox;
  core: Core;
  /** Which parts can serve now; resolves within two seconds. */
  readiness(): Promise<Readiness>;
  close(): Promise<void>;
}

/** The statement timeout of the services' own statements, in milliseconds. */
const OWN_STATEMENT = 28_000;

/**
 * Milliseconds that a statement waits for a lock of somebody else, such as a migration: a request is refused then, and
 * what runs in the background tries again.
 */
const LOCK_TIMEOUT = 5_000;

/** Milliseconds in which a caller's statement must return; its statement timeout is eight seconds by default. */
const CALLER_TIMEOUT = 10_000;

/** Milliseconds that a close waits for running statements. */
const CLOSE_WITHIN = 8_000;

/** Limits of the response cache; a typical list is 4 to 10 kB. */
export const responseCacheLimits = (megabytes: number): LruLimits | null =>
  megabytes > 0 ? { bytes: megabytes * 1024 ** 2, entries: 50_000 } : null;

/** Starts each service and reports it at once, so that it is closed if a later one fails. */
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

/** The variables with which functions send mail as the backend does. */
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
 * Starts the backend over one PostgreSQL. If a step fails, everything opened so far is closed; `close` does
 * the same and waits for requests in progress.
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
    // Only the process that migrates logs it, so that several log it once.
    if (project.config.unknownKeys.length > 0 && options.migrate !== false)
      log.warn("project.unknown_keys", { keys: project.config.unknownKeys });
    const keys = options.keys ?? (await loadKeys(dataDir, project.config.auth.jwtSecret));
    let connection = options.connection;
    if (!connection) {
      const embedded = await startEmbedded({ dataDir, log, onExit: options.onDatabaseExit });
      closing.push(embedded.stop);
      connection = embedded.connection;
    }
    const trusted = options.trusted ?? !options.connection;
    const size = poolSize({ embedded: trusted, workers: options.workers });
    const disk = createDiskWatch(dataDir);
    const open = (options: Pick<DatabaseOptions, "connection" | "within" | "statementTimeout">) => {
      const opened = createDatabase({
        ...options,
        size,
        lockTimeout: LOCK_TIMEOUT,
        log,
        onError: disk.note,
      });
      databases.push(opened);
      closing.push(opened.close);
      return opened;
    };
    const db = open({ connection, statementTimeout: OWN_STATEMENT });
    if (options.migrate !== false) await migrateBackend(db, project, log);
    const api = open({
      connection: trusted
        ? { ...connection, user: "authenticator", password: undefined }
        : { ...connection, ...(await prepareApiRole(db)) },
      within: CALLER_TIMEOUT,
    });
    const { mail, mailbox } = await openMail(options.mail, { db, clock, log });
    closing.push(async () => mail.close());
    if (mailbox) closing.push(mailbox.close);
    if (options.isAlone) await releaseMail(db);
    const outbox = createOutbox({ db, mail, clock, log });
    closing.push(outbox.close);
    const [privateJwk, ...otherJwks] = project.config.auth.signingKeys ?? [];
    const signing = privateJwk ? { ...keys.signing, privateJwk, otherJwks } : keys.signing;
    const tokens = await createTokens(signing, clock);
    const { responseCacheLimits: limits = responseCacheLimits(shareMemory().responseCache) } =
      options;
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
      otherRequests: createRequestRate(),
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
      fetch: createFetchHandler({
        services,
        mailbox: mailbox?.fetch ?? null,
        otherRequests: core.otherRequests,
        log,
      }),
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
