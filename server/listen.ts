import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Handler } from "#backend/kernel/http.ts";
import { requestListener } from "#backend/kernel/listener.ts";
import { serveUpgrades, type Upgrade } from "#backend/kernel/upgrade.ts";
import { callerAddress } from "./caller-address.ts";

const SECOND = 1000;

interface Listener {
  server: Server;
  port: number;
  /** Lets requests in; until then callers hear 503 and may try again. */
  open(handler: Handler, upgrade: Upgrade): void;
  /** Stops taking requests, and lets those under way end for at most ten seconds. */
  close(): Promise<void>;
}

const addressOf = ({ socket, headers }: { socket?: Socket; headers: IncomingHttpHeaders }) =>
  callerAddress(socket?.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? ""));

/** Takes the port first, so that a port in use is told before anything is started. */
export const listen = async (host: string, port: number): Promise<Listener> => {
  let handler: Handler | null = null;
  let upgrade: Upgrade | null = null;
  const server = createServer(
    requestListener((request, incoming) =>
      handler
        ? handler(request, { ip: addressOf(incoming) })
        : new Response("The site is starting.", { status: 503, headers: { "retry-after": "2" } }),
    ),
  );
  server.headersTimeout = 15 * SECOND;
  server.requestTimeout = 120 * SECOND;
  server.keepAliveTimeout = 65 * SECOND;
  const endUpgraded = serveUpgrades(server, () => upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`PORT ${port} is in use: stop what listens there, or set PORT to another.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    open(given, givenUpgrade) {
      handler = given;
      upgrade = givenUpgrade;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      endUpgraded();
      const patience = setTimeout(() => server.closeAllConnections(), 10 * SECOND);
      await closed;
      clearTimeout(patience);
    },
  };
};
