import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Backlog } from "../backlog.ts";
import { metrics } from "../metrics.ts";
import { limitConnections, MOST_CONNECTIONS } from "./connection-limit.ts";
import { ConnectionMemory } from "./connection-memory.ts";
import { rejectCutBodies } from "./cut-bodies.ts";
import { ALWAYS, type Handler } from "./http.ts";
import { inOrder } from "./in-order.ts";
import { createReading } from "./reading.ts";
import { requestListener } from "./request-listener.ts";
import { remoteAddressOf, serveUpgrades, type Upgrade } from "./upgrade.ts";

const SECOND = 1000;

/** The time for running requests once the server closes. */
const DRAIN_TIMEOUT = 10 * SECOND;
/** Milliseconds between two checks for connections that have become idle. */
const CHECK_EVERY = 50;

/** Bytes that the connections of a process may make it keep: requests that wait, bodies, responses that are not read. */
const MOST_WAITING = 128 * 1_048_576;

/** Time in which a connection with a request must have read or written something; the slowest work has less. */
const SILENCE = 120 * SECOND;

/**
 * Connections that the system keeps until they are accepted, one in each turn of the event loop. It drops any more, and
 * their callers try again a second later. The system's own limit, usually as many, also applies.
 */
const BACKLOG = 4_096;

const countDropped = metrics.counter(
  "http_connections_dropped_total",
  "Connections closed because too much waited for them in memory.",
);

export interface ListenOptions {
  host: string;
  port: number;
  /** The message when another process uses the port. */
  inUse: string;
  /** The caller's address; the socket's remote address by default. */
  addressOf?: (incoming: IncomingMessage) => string;
  /** Headers of every response, in addition to those that all servers set. */
  headers?: Record<string, string>;
  /** The most connections. */
  connections?: number;
  /** The most bytes that wait for all of them. */
  waiting?: number;
  /** The response before `open`, for example while a database is brought up to date. */
  starting?: (request: Request) => Response;
}

const isStarting = (): Response =>
  new Response("The server is starting. Please try again in a moment.", {
    status: 503,
    headers: { "retry-after": "2" },
  });

export interface Listener {
  server: Server;
  /** Opens the port and returns it. */
  take(): Promise<number>;
  /** Starts to serve; before this, callers get 503 and may try again. */
  open(handler: Handler, upgrade: Upgrade): void;
  /**
   * Lets running requests, and `work`, finish within ten seconds, then stops. Until they have finished it
   * accepts others, because a running function may need the backend.
   */
  close(work?: Promise<unknown>): Promise<void>;
}

/** Counts running requests. In a `Set`, their responses would outlive young objects (see `short-lived-map.ts`). */
const createRunning = () => {
  const ended = Promise.withResolvers<void>();
  let count = 0;
  let isLast = false;
  const endIfDone = () => {
    if (isLast && count === 0) ended.resolve();
  };
  return {
    begin(): void {
      count += 1;
    },
    end(): void {
      count -= 1;
      endIfDone();
    },
    /** Waits until all that have begun have ended; no others begin. */
    ended(): Promise<void> {
      isLast = true;
      endIfDone();
      return ended.promise;
    },
  };
};

let accepted = 0;

/** How many connections this process has accepted. */
export const acceptedConnections = (): number => accepted;

/** A server for one port. */
export const createListener = ({
  host,
  port,
  inUse,
  addressOf = remoteAddressOf,
  headers = {},
  connections: most = MOST_CONNECTIONS,
  waiting = MOST_WAITING,
  starting = isStarting,
}: ListenOptions): Listener => {
  let handler: Handler | null = null;
  let upgrade: Upgrade | null = null;
  const open = { ...ALWAYS, ...headers };
  const closing = { ...open, connection: "close" };
  /**
   * Applies to current requests: a caller who gets a response while the server closes must use another
   * connection next.
   */
  let always = open;
  const server = createServer(
    {
      headersTimeout: 15 * SECOND,
      // A large upload over a slow connection takes a while; an endless body does not hold a socket.
      requestTimeout: 300 * SECOND,
      keepAliveTimeout: 65 * SECOND,
      maxHeaderSize: 32_768,
    },
    inOrder(
      requestListener(
        (request, incoming) =>
          handler
            ? handler(request, {
                ip: addressOf(incoming),
                isDisconnected: () => incoming.socket.destroyed,
              })
            : starting(request),
        () => always,
      ),
    ),
  );
  server.setTimeout(SILENCE);
  rejectCutBodies(server, () => always);
  limitConnections(server, most);
  const connections = new Set<ConnectionMemory>();
  const noteRead = createReading(connections);
  const backlog = new Backlog(connections, waiting, (dropped) => countDropped({}, dropped));
  // Streams, and readers who have caught up, are counted now and then.
  const counting = setInterval(() => {
    for (const connection of connections) connection.note();
  }, SECOND).unref();
  let running = createRunning();
  server.on("request", (_request, response) => {
    noteRead();
    const group = running;
    group.begin();
    response.once("close", group.end);
  });
  server.on("connection", (socket) => {
    accepted += 1;
    const connection = new ConnectionMemory(socket, backlog);
    connections.add(connection);
    socket.once("close", () => {
      connections.delete(connection);
      connection.note();
    });
  });
  const endUpgraded = serveUpgrades(server, () => upgrade, addressOf);
  return {
    server,
    async take() {
      await new Promise<void>((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) =>
          reject(error.code === "EADDRINUSE" ? new Error(inUse) : error),
        );
        server.listen({ port, host, backlog: BACKLOG }, resolve);
      });
      return (server.address() as AddressInfo).port;
    },
    open(given, givenUpgrade) {
      handler = given;
      upgrade = givenUpgrade;
    },
    async close(work) {
      always = closing;
      endUpgraded();
      const patience = new Promise((resolve) => setTimeout(resolve, DRAIN_TIMEOUT).unref());
      const before = running;
      running = createRunning();
      await Promise.race([Promise.allSettled([work, before.ended()]), patience]);
      const closed = new Promise((resolve) => server.close(resolve));
      const closeIdle = () => {
        // Browsers open some connections ahead of need. Node does not count these as idle.
        for (const { socket } of connections) if (socket.bytesRead === 0) socket.destroy();
        server.closeIdleConnections();
      };
      closeIdle();
      const polling = setInterval(closeIdle, CHECK_EVERY);
      void patience.then(() => server.closeAllConnections());
      await closed;
      clearInterval(polling);
      clearInterval(counting);
    },
  };
};
