import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackend } from "#backend/backend.ts";
import { requestListener } from "#backend/core/http/request-listener.ts";
import { silentLog } from "#backend/core/log.ts";
import type { Project } from "#backend/core/project/project.ts";
import { startHostedDatabase } from "./hosted-database.ts";

/**
 * A project of a hosted Supabase, which has our migrations: its roles and owners (`postgres` is no superuser), and our
 * own Storage API in front of it.
 */
export const startHostedProject = async (project: Project, dataDir: string) => {
  const stock = await startHostedDatabase();
  await stock.applyMigrations();
  let isRefused = (_request: Request): boolean => false;
  const server = createServer(
    requestListener(async (request) =>
      isRefused(request)
        ? new Response("Bad gateway", { status: 502 })
        : backend.fetch(request, { ip: "127.0.0.1" }),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const backend = await createBackend({
    project,
    dataDir,
    connection: stock.as("platform"),
    trusted: true,
    migrate: false,
    apiUrl: url,
    mail: { async send() {}, close() {} },
    log: silentLog,
  });
  return {
    hosted: { url, key: backend.keys.serviceRole, connection: stock.as("postgres") },
    anonKey: backend.keys.anon,
    session: stock.session,
    /** From now on it fails at these requests. */
    refuse(requests: (request: Request) => boolean) {
      isRefused = requests;
    },
    async stop() {
      await backend.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await stock.stop();
    },
  };
};
