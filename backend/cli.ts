import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Backend, createBackend } from "./backend.ts";
import { parseConnection } from "./kernel/connection-url.ts";
import { cliKeys } from "./kernel/keys.ts";
import { requestListener } from "./kernel/listener.ts";
import { jsonLog } from "./kernel/log.ts";
import { noMail } from "./kernel/mail.ts";
import { loadProject, type Project } from "./kernel/project.ts";
import { serveUpgrades } from "./kernel/upgrade.ts";

const USAGE = "npm run backend -- <supabase folder> [--port 54321] [--data-dir DIR]";

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

const listen = async (port: number, backend: () => Backend | null) => {
  const server = createServer(
    {
      headersTimeout: 15_000,
      // A large upload over a slow line takes a while; a body that never ends does not hold a socket.
      requestTimeout: 300_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 32_768,
    },
    requestListener(async (request, incoming) => {
      const ready = backend();
      if (!ready) return new Response("Starting", { status: 503, headers: { "retry-after": "1" } });
      return ready.fetch(request, { ip: incoming.socket?.remoteAddress ?? "" });
    }),
  );
  const endUpgraded = serveUpgrades(server, () => backend()?.upgrade ?? null);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use: choose another with --port.`)
          : error,
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      endUpgraded();
      const forced = setTimeout(() => server.closeAllConnections(), 5_000);
      await closed;
      clearTimeout(forced);
    },
  };
};

const describe = (url: string, project: Project, { keys }: Backend): string =>
  [
    `      Project: ${project.folder}`,
    `      API URL: ${url}`,
    ...(project.config.off.has("mailbox") ? [] : [`      Mailbox: ${url}/_mailbox`]),
    `  Publishable: ${keys.publishable}`,
    `       Secret: ${keys.secret}`,
    `     anon key: ${keys.anon}`,
    ` service_role: ${keys.serviceRole}`,
    "",
  ].join("\n");

const main = async (): Promise<void> => {
  const { folder, port, dataDir: given } = readArguments();
  // A PostgreSQL of one's own, which any number of processes may share; its password is no function's business.
  const { DATABASE_URL: address, ...env } = process.env;
  const connection = address ? parseConnection(address) : undefined;
  const project = loadProject(folder);
  const dataDir = given ?? mkdtempSync(path.join(os.tmpdir(), "backend-"));
  const log = { ...jsonLog(), info() {} };
  let backend: Backend | null = null;
  const listener = await listen(port, () => backend);

  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    await listener.close();
    await backend?.close();
    if (given === null) rmSync(dataDir, { recursive: true, force: true });
    process.exit(code);
  };
  process.on("SIGINT", () => void stop(0));
  process.on("SIGTERM", () => void stop(0));

  try {
    backend = await createBackend({
      project,
      dataDir,
      connection,
      apiUrl: listener.url,
      keys: await cliKeys(project.config.auth.jwtSecret ?? undefined),
      keyless: true,
      mail: project.config.off.has("mailbox")
        ? noMail
        : { url: null, from: `${project.config.projectId} <noreply@example.org>` },
      env,
      log,
      onDatabaseExit: () => void stop(1),
    });
  } catch (error) {
    await listener.close();
    if (given === null) rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  process.stdout.write(describe(listener.url, project, backend));
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
