import { WebSocketServer } from "ws";
import { Backlog } from "#backend/core/backlog.ts";
import type { Core, Service } from "#backend/core/core.ts";
import { HttpError } from "#backend/core/errors.ts";
import { json, type RequestInfo } from "#backend/core/http/http.ts";
import { withLargeBody } from "#backend/core/http/large-bodies.ts";
import { refuseUpgrade } from "#backend/core/http/upgrade.ts";
import { identify, shareOf } from "#backend/core/tokens/caller.ts";
import { createBroadcasts } from "./broadcasts.ts";
import { type Bus, createBus } from "./bus.ts";
import { callerOf, checkCaller, TokenRefused } from "./caller.ts";
import { createChanges } from "./changes/changes.ts";
import { Connection, type Surroundings } from "./connection.ts";
import type { RealtimeContext } from "./context.ts";
import { createDeliveries } from "./deliveries.ts";
import { endedSessionsIn, stopEndedSessions } from "./ended-sessions.ts";
import { broadcastMany, broadcastOne } from "./endpoints/broadcast.ts";
import { EVENTS } from "./events/events.ts";
import type { Version } from "./frames.ts";
import { LIMITS } from "./limits.ts";
import { createMessages } from "./messages.ts";
import { createPresence } from "./presence.ts";
import { Rooms } from "./rooms.ts";
import { createAccountSockets, createSocketCount } from "./socket-count.ts";

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** RFC 6455: the server is going away; clients reconnect by themselves. */
const GOING_AWAY = 1001;

const BASE = "/realtime/v1";
const ONE = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)\/?$/;

const createContext = async (core: Core): Promise<RealtimeContext> => {
  const rooms = new Rooms();
  const connections = new Set<Connection>();
  const silence = (ids: ReadonlySet<string> | null) =>
    stopEndedSessions({ core, connections }, ids).catch((error) =>
      core.log.error("realtime.session_check_failed", { error }),
    );
  let bus: Bus | null = null;
  const theBus = () => {
    if (!bus) throw new Error("The bus has not started");
    return bus;
  };
  const broadcasts = createBroadcasts(rooms, theBus);
  const presence = createPresence(rooms, theBus, core.clock.now);
  const messages = createMessages(core, rooms, broadcasts);
  bus = await createBus(core.db, core.log, {
    onMessage(origin, message) {
      if (message.kind === "broadcast") broadcasts.receive(message);
      else presence.receive(origin, message);
    },
    onDatabase(line) {
      const ended = endedSessionsIn(line);
      if (ended) void silence(ended);
      else messages.receive(line);
    },
    onReturn() {
      presence.meetAgain();
      void silence(null);
    },
  });
  const changes = await createChanges(core);
  bus.publish({ kind: "presence.hello" });
  return {
    core,
    connections,
    accountSockets: createAccountSockets(core.project.config.realtime.maxSocketsPerAccount),
    rooms,
    deliveries: createDeliveries(core.clock),
    bus,
    broadcasts,
    presence,
    messages,
    changes,
  };
};

/** The kind of a plain HTTP request below `/realtime/v1`. */
const respond = async (
  context: RealtimeContext,
  request: Request,
  info: RequestInfo,
): Promise<Response> => {
  const path = new URL(request.url).pathname.slice(BASE.length);
  const one = ONE.exec(path);
  const many = path === "/api/broadcast" || path === "/api/broadcast/";
  if (!one && !many) return json({ error: "There is nothing at this address" }, 404);
  if (request.method !== "POST") return json({ error: "Method not allowed" }, 405);
  const caller = await identify(request, {
    tokens: context.core.tokens,
    keys: context.core.keys,
  });
  await checkCaller(context.core, caller);
  const share = shareOf(caller, info);
  if (!one)
    return withLargeBody(request, share, () =>
      broadcastMany(context, request, { caller, ip: info.ip }),
    );
  let names: string[];
  try {
    names = one.slice(1).map(decodeURIComponent);
  } catch {
    return json({ error: "The address is malformed" }, 400);
  }
  const [topic = "", event = ""] = names;
  return withLargeBody(request, share, () =>
    broadcastOne(context, request, { caller, ip: info.ip }, { topic, event }),
  );
};

/**
 * Supabase Realtime at `/realtime/v1`, for `@supabase/realtime-js`: broadcast, presence and changes of
 * tables, over WebSockets that a valid API key opens.
 */
export const createRealtime = async (core: Core): Promise<Service> => {
  const context = await createContext(core);
  const { connections } = context;
  const backlog = new Backlog(connections, LIMITS.allBuffered, (sockets) =>
    core.log.warn("realtime.slow_sockets_dropped", { sockets }),
  );
  const surroundings: Surroundings = {
    clock: core.clock,
    log: core.log,
    onMessage: (connection, message, channel) =>
      EVENTS[message.event]?.(context, connection, message, channel),
    onLeave: (channel) => context.rooms.leave(channel),
    onWaiting: (difference) => backlog.note(difference),
    onEnd: (connection) => {
      connections.delete(connection);
      context.accountSockets.release(connection);
    },
  };
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs each socket more memory than everything else together.
    perMessageDeflate: false,
    maxPayload: LIMITS.frame,
  });
  const sockets = createSocketCount(core.project.config.realtime.maxSocketsPerAddress);
  const pulse = setInterval(() => {
    const now = core.clock.now();
    for (const connection of connections) connection.inspect(now);
    context.presence.inspect(now);
    context.deliveries.inspect(now);
  }, SECOND);
  const deleteOldMessages = () => {
    context.messages.tidy().catch((error) => core.log.warn("realtime.tidy_failed", { error }));
  };
  const hourly = setInterval(deleteOldMessages, HOUR);

  const upgrade: Service["upgrade"] = (request, socket, head, { ip }) => {
    const url = new URL(request.url ?? "", "http://realtime.invalid");
    if (!/^\/realtime\/v1\/websocket\/?$/.test(url.pathname)) return false;
    const key = url.searchParams.get("apikey") ?? request.headers.apikey;
    const version = url.searchParams.get("vsn") ?? "1.0.0";
    if (version !== "1.0.0" && version !== "2.0.0") {
      refuseUpgrade(socket, 400, "Unknown vsn");
      return true;
    }
    if (connections.size >= LIMITS.sockets) {
      core.log.warn("realtime.too_many_sockets", { sockets: connections.size });
      refuseUpgrade(socket, 503, "Too Many Connections");
      return true;
    }
    if (!sockets.take(ip, socket)) {
      refuseUpgrade(socket, 429, "Too Many Connections");
      return true;
    }
    const accept = async () => {
      await callerOf(core, typeof key === "string" ? key : "");
      server.handleUpgrade(request, socket, head, (ws) => {
        connections.add(
          new Connection(surroundings, ws, {
            key: String(key),
            ip,
            version: version satisfies Version,
          }),
        );
      });
    };
    // The socket has no other listener while the key is checked.
    const onError = () => socket.destroy();
    socket.on("error", onError);
    accept()
      .catch((error) => {
        // A token of ours without a role is known, but has no rights.
        const known = error instanceof TokenRefused && error.code === "InvalidJWTToken";
        if (known) refuseUpgrade(socket, 403, "Forbidden");
        else if (error instanceof Error) refuseUpgrade(socket, 401, "Unauthorized");
      })
      .finally(() => socket.off("error", onError));
    return true;
  };

  return {
    async fetch(request, info) {
      try {
        return await respond(context, request, info);
      } catch (error) {
        if (error instanceof TokenRefused)
          return json({ error: error.message, message: error.message }, 401);
        if (!(error instanceof HttpError)) throw error;
        const message = [error.message, error.hint].filter(Boolean).join(". ");
        return json({ error: message, message }, error.status, error.headers);
      }
    },
    upgrade,
    async close() {
      clearInterval(pulse);
      clearInterval(hourly);
      context.presence.close();
      for (const connection of connections) connection.close(GOING_AWAY, "Restarting");
      await context.changes.close();
      await context.bus.close();
      for (const connection of connections) connection.terminate();
    },
  };
};
