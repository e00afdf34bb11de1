import pg from "pg";
import type { Log } from "../log.ts";
import { Batch, type BatchResult, type Statement } from "./batch.ts";
import type { ConnectionOptions } from "./connection.ts";
import { endsConnection } from "./connection-scheduler.ts";
import {
  CONNECT_WITHIN,
  CONNECTION_TIMEOUTS,
  destroyConnection,
  withinDeadline,
} from "./deadlines.ts";
import { asConnectOutage } from "./outage.ts";

/** Milliseconds after which a lost listener reconnects, doubled after each failure. */
const LISTEN_AGAIN = { first: 250, most: 5_000 };

/** Milliseconds in which a listener's connection must confirm that nothing is left to receive. */
const CAUGHT_UP_WITHIN = 2_000;

/** Milliseconds between checks that the connection still responds. Nothing else notices a silent one. */
const CHECK_EVERY = 15_000;

/** Milliseconds that closing a connection may take. */
const END_WITHIN = 2_000;

/**
 * Shares the result of a check that is valid only if it begins after the caller arrived. It begins when the
 * event loop has read what had arrived, so that all requests of one turn share a check. Callers who arrive
 * during a check share the next one, which begins before they continue whom the first one was for: the
 * database works on it while this process writes their responses.
 */
const shared = (check: () => Promise<boolean>) => {
  let isRunning = false;
  let next: PromiseWithResolvers<boolean> | null = null;
  const begin = (): void => {
    const callers = next;
    if (!callers) return;
    next = null;
    isRunning = true;
    const ended = check().finally(() => {
      isRunning = false;
      begin();
    });
    ended.then(callers.resolve, callers.reject);
  };
  return (): Promise<boolean> => {
    if (!next) {
      next = Promise.withResolvers();
      if (!isRunning) setImmediate(begin);
    }
    return next.promise;
  };
};

/** Closes a connection in order, or else at once. */
const endConnection = async (client: pg.Client): Promise<void> => {
  const overdue = setTimeout(() => destroyConnection(client), END_WITHIN);
  await client.end().catch(() => {});
  clearTimeout(overdue);
};

/** A channel that is listened to. */
export interface Listening {
  stop(): Promise<void>;
  /**
   * Waits until everything committed before this call has been received. Returns true once the connection
   * confirms it, false when it is down or does not respond. Simultaneous calls share a round trip.
   */
  caughtUp(): Promise<boolean>;
}

/** A query that each `caughtUp` makes on the listening connection, for changes that nobody announces. */
export interface Poll {
  statement(): Statement;
  /** Called before that `caughtUp` resolves. */
  onResult(result: BatchResult): void;
  /** The database refused the query; `caughtUp` resolves to false. */
  onRefused(error: unknown): void;
}

interface Subscription {
  channel: string;
  onPayload(payload: string): void;
  onReturn(): void;
  poll?: Poll;
}

/** Listens to a channel on its own connection, which is replaced when it breaks or goes silent. */
export const subscribe = async (
  connection: ConnectionOptions,
  { channel, onPayload, onReturn, poll }: Subscription,
  log: Log,
): Promise<Listening> => {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, ...CONNECTION_TIMEOUTS });
    let listening = false;
    next.on("notification", (message) => onPayload(message.payload ?? ""));
    next.on("error", (error) => log.warn("database.listen_lost", { channel, error }));
    next.on("end", () => {
      if (client === next) client = null;
      // A failed attempt is reported to its caller.
      if (listening) reconnect(LISTEN_AGAIN.first);
    });
    try {
      await next.connect();
      const listen = next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await withinDeadline(next, CONNECT_WITHIN, listen);
    } catch (error) {
      await endConnection(next);
      throw asConnectOutage(error);
    }
    listening = true;
    client = next;
    // Unsubscribed while this was under way.
    if (stopped) await endConnection(next);
  };
  const reconnect = (after: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      connect().then(
        () => {
          if (!stopped) onReturn();
        },
        (error) => {
          log.warn("database.listen_retry", { channel, error });
          reconnect(Math.min(after * 2, LISTEN_AGAIN.most));
        },
      );
    }, after).unref();
  };
  // The listener gets its notifications before it learns that the server is ready again.
  const caughtUp = shared(async () => {
    const connected = client;
    if (!connected) return false;
    try {
      const { done } = connected.query(new Batch(poll ? [poll.statement()] : []));
      const [result] = await withinDeadline(connected, CAUGHT_UP_WITHIN, done);
      if (client !== connected) return false;
      if (result) poll?.onResult(result);
      return true;
    } catch (error) {
      if (endsConnection(error)) {
        log.warn("database.listen_silent", { channel, error });
        destroyConnection(connected);
      } else poll?.onRefused(error);
      return false;
    }
  });
  await connect();
  const checking = setInterval(() => void caughtUp(), CHECK_EVERY).unref();
  const stop = async () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(checking);
    if (client) await endConnection(client);
  };
  return { stop, caughtUp };
};
