import cluster from "node:cluster";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Backend } from "./backend.ts";
import { openCliPorts } from "./cli-ports.ts";
import { parseConnectionUrl } from "./core/database/connection-url.ts";
import { startEmbedded } from "./core/embedded/embedded.ts";
import { jsonLog } from "./core/log.ts";
import { noMail } from "./core/mail/mail.ts";
import { makeOwnFolder, removeLeftFolders } from "./core/process/own-folder.ts";
import { run } from "./core/process/run.ts";
import { countWorkers } from "./core/process/workers.ts";
import { loadProject, type Project } from "./core/project/project.ts";
import { cliKeys } from "./core/tokens/keys.ts";

const USAGE = "npm run backend -- <supabase folder> [--port 54321] [--data-dir DIR]";

/** What the names of throw-away data folders begin with. */
const THROW_AWAY = "backend-";

interface Arguments {
  folder: string;
  port: number;
  /** Null stands for a throw-away database. */
  dataDir: string | null;
}

const readArguments = (): Arguments => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: "string", default: "54321" }, "data-dir": { type: "string" } },
  });
  const [folder, ...more] = positionals;
  const port = Number(values.port);
  if (folder === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error("--port must be a number from 0 to 65535");
  return { folder, port, dataDir: values["data-dir"] ?? null };
};

const describe = (
  url: string,
  project: Project,
  { keys }: Backend,
  ports: readonly string[],
): string =>
  [
    `      Project: ${project.folder}`,
    `      API URL: ${url}`,
    ...ports,
    `  Publishable: ${keys.publishable}`,
    `       Secret: ${keys.secret}`,
    `     anon key: ${keys.anon}`,
    ` service_role: ${keys.serviceRole}`,
    "",
  ].join("\n");

const main = async (): Promise<void> => {
  const { folder, port, dataDir: given } = readArguments();
  // The operator's own PostgreSQL, which any number of processes may share; functions must not see its password.
  const { DATABASE_URL: address, WORKERS = "1", ...env } = process.env;
  const workers = countWorkers(WORKERS, !address);
  const project = loadProject(folder);
  if (given === null) removeLeftFolders(THROW_AWAY);
  const dataDir = given ?? makeOwnFolder(THROW_AWAY);
  if (given === null) {
    cluster.setupPrimary({ args: [...process.argv.slice(2), "--data-dir", dataDir] });
    process.once("exit", () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  }
  const log = { ...jsonLog(), info() {} };
  let backend: Backend | null = null;
  let closePorts = async () => {};
  await run({
    at: {
      host: "127.0.0.1",
      port,
      inUse: `Port ${port} is in use: choose another with --port.`,
    },
    workers,
    dataDir,
    startDatabase: address ? null : (onExit) => startEmbedded({ dataDir, log, onExit }),
    load: async () => ({
      async open({ listener, port: boundPort, first, connection, end }) {
        const { createBackend } = await import("./backend.ts");
        const url = `http://127.0.0.1:${boundPort}`;
        backend = await createBackend({
          project,
          dataDir,
          connection: address ? parseConnectionUrl(address) : connection,
          trusted: !address,
          migrate: first,
          isAlone: first && !address,
          workers,
          apiUrl: url,
          keys: await cliKeys(project.config.auth.jwtSecret ?? undefined),
          keyless: true,
          mail: project.config.off.has("mailbox")
            ? noMail
            : { url: null, from: `${project.config.projectId} <noreply@example.org>` },
          env,
          log,
          onDatabaseExit: () => end(1),
        });
        listener.open(backend.fetch, backend.upgrade);
        if (!first) return;
        const ports = await openCliPorts({
          port,
          database: address ? null : backend.db.connection,
          mailbox: project.config.off.has("mailbox") ? null : backend.fetch,
        });
        closePorts = ports.close;
        process.stdout.write(describe(url, project, backend, ports.lines));
      },
      async close() {
        await closePorts();
        await backend?.close();
      },
    }),
    log,
  });
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
