import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answerCutBodies } from "./cut-bodies.ts";
import type { Handler } from "./http.ts";
import { requestListener } from "./listener.ts";
import { otherEnd, serveUpgrades, type Upgrade } from "./upgrade.ts";

const SECOND = 1000;

export interface ListenOptions {
  host: string;
  port: number;
  /** What to say when somebody else has the port. */
  inUse: string;
  /** Whose request it is; the other end of its socket unless told. */
  addressOf?: (incoming: IncomingMessage) => string;
}

export interface Listener {
  server: Server;
  /** Takes the port, and gives it. */
  take(): Promise<number>;
  /** Lets requests in; until then callers hear 503 and may try again. */
  open(handler: Handler, upgrade: Upgrade): void;
  /** Stops taking requests, and lets those under way end for at most ten seconds. */
  close(): Promise<void>;
}

/** A server for one port. */
export const createListener = ({
  host,
  port,
  inUse,
  addressOf = otherEnd,
}: ListenOptions): Listener => {
  let handler: Handler | null = null;
  let upgrade: Upgrade | null = null;
  const server = createServer(
    {
      headersTimeout: 15 * SECOND,
      // A large upload over a slow line takes a while; a body that never ends does not hold a socket.
      requestTimeout: 300 * SECOND,
      keepAliveTimeout: 65 * SECOND,
      maxHeaderSize: 32_768,
    },
    requestListener((request, incoming) =>
      handler
        ? handler(request, {
            ip: addressOf(incoming),
            gone: () => incoming.socket.destroyed,
          })
        : new Response("This is starting.", { status: 503, headers: { "retry-after": "2" } }),
    ),
  );
  answerCutBodies(server);
  const endUpgraded = serveUpgrades(server, () => upgrade, addressOf);
  return {
    server,
    async take() {
      await new Promise<void>((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) =>
          reject(error.code === "EADDRINUSE" ? new Error(inUse) : error),
        );
        server.listen(port, host, resolve);
      });
      return (server.address() as AddressInfo).port;
    },
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
