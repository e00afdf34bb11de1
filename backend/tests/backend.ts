import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { type Backend, createBackend } from "#backend/backend.ts";
import type { Clock } from "#backend/core/clock.ts";
import { rejectCutBodies } from "#backend/core/http/cut-bodies.ts";
import { requestListener } from "#backend/core/http/request-listener.ts";
import { serveUpgrades } from "#backend/core/http/upgrade.ts";
import type { Log } from "#backend/core/log.ts";
import type { Mail } from "#backend/core/mail/mail.ts";
import { closeAll } from "#backend/core/process/close-in-order.ts";
import { type TestDatabase, testDatabase } from "#backend/tests/database.ts";
import { closeOnce } from "#backend/tests/left-open.ts";
import { listening } from "#backend/tests/listening.ts";
import { responseChecks } from "#backend/tests/response-checks.ts";

export interface TestBackend extends Backend {
  /** A real address on loopback, as supabase-js needs one. */
  url: string;
  /** Calls the backend without a socket; also fit for supabase-js as `global.fetch`. */
  request(path: string, init?: RequestInit, ip?: string): Promise<Response>;
  /** `stop` lets it stand until `start`, so that no limit by the second depends on the machine. */
  clock: Clock & { advance(seconds: number): void; stop(): void; start(): void };
  /** Every mail that left, oldest first. */
  mails: Mail[];
  /** While `down`, the mail server refuses mails; `slow` is what it waits for before it responds. */
  mailServer: { down: boolean; slow?: Promise<void> };
  /** Events logged at level `error` that the test brought about on purpose: remove them from here. */
  errors: { event: string; facts: Record<string, unknown> }[];
  dataDir: string;
  /** Stops everything; throws when an error was logged that the test did not take from `errors`. */
  close(): Promise<void>;
}

interface TestBackendOptions {
  /** A Supabase folder; without one, the backend alone. */
  project?: string;
  /** Changes the project's settings, which are otherwise those of its config.toml. */
  configure?: (config: Backend["core"]["project"]["config"]) => void;
  env?: Record<string, string>;
  /** Whether passwords are hashed as everywhere else, rather than with next to no work. */
  realHashes?: boolean;
  /** An object storage for files. */
  files?: Parameters<typeof createBackend>[0]["files"];
  /** What pictures may be asked for. */
  pictures?: Parameters<typeof createBackend>[0]["pictures"];
  /** Changes the database before the backend opens it. */
  prepare?: (db: TestDatabase["db"]) => Promise<unknown>;
  /** The moment the clock stands at first; else the present. */
  now?: Date;
}

const movableClock = (start: number) => {
  let moved = start - Date.now();
  let stopped: number | null = null;
  return {
    now: () => (stopped ?? Date.now()) + moved,
    stop: () => {
      stopped ??= Date.now();
    },
    start: () => {
      stopped = null;
    },
    advance: (seconds: number) => {
      moved += seconds * 1000;
    },
  };
};

/** A whole backend on its own database, with a clock that tests move and mail in memory. */
export const startTestBackend = async ({
  project: folder,
  configure,
  env,
  realHashes = false,
  files,
  pictures,
  prepare,
  now = new Date(),
}: TestBackendOptions = {}): Promise<TestBackend> => {
  const errors: TestBackend["errors"] = [];
  const log: Log = {
    info() {},
    warn() {},
    error: (event, facts = {}) => errors.push({ event, facts }),
  };
  const mails: Mail[] = [];
  const mailServer: TestBackend["mailServer"] = { down: false };
  const clock = movableClock(now.getTime());
  const database = await testDatabase({ project: folder, log });
  configure?.(database.project.config);
  await prepare?.(database.db);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "backend-"));

  const checked = async (path: string, response: Response): Promise<Response> => {
    for (const check of responseChecks.values()) {
      const error = await check(path, response);
      if (error) errors.push({ event: "wrong answer", facts: { error } });
    }
    return response;
  };

  let backend: Backend | undefined;
  const server = createServer(
    requestListener(async (request, incoming) => {
      if (!backend) return new Response(null, { status: 503 });
      return checked(
        request.url,
        await backend.fetch(request, { ip: incoming.socket?.remoteAddress ?? "" }),
      );
    }),
  );
  rejectCutBodies(server);
  const endUpgraded = serveUpgrades(server, () => backend?.upgrade ?? null);
  const { url, close: stopListening } = await listening(server);

  const close = closeOnce(async () => {
    endUpgraded();
    await stopListening();
    await closeAll([
      async () => rmSync(dataDir, { recursive: true, force: true }),
      database.close,
      async () => backend?.close(),
    ]);
    const [first] = errors;
    if (first) {
      const { event, facts } = first;
      throw new Error(`Unexpected error in the log: ${event}`, { cause: facts.error ?? facts });
    }
  });
  try {
    backend = await createBackend({
      // As one of three processes: pools of two. Each further connection compiles its functions anew.
      workers: 3,
      project: database.project,
      dataDir,
      connection: database.connection,
      trusted: true,
      migrate: false,
      apiUrl: url,
      mail: {
        async send(mail) {
          await mailServer.slow;
          if (mailServer.down) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
          mails.push(mail);
        },
        close() {},
      },
      clock,
      log,
      env,
      files,
      pictures,
      passwordCost: realHashes ? undefined : { memory: 64, passes: 1 },
    });
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  const started = backend;
  return {
    ...started,
    url,
    request: async (path, init, ip = "127.0.0.1") =>
      checked(path, await started.fetch(new Request(new URL(path, url), init), { ip })),
    clock,
    mails,
    mailServer,
    errors,
    dataDir,
    close,
  };
};
