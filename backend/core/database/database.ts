import pg from "pg";
import type { Log } from "../log.ts";
import type { BatchResult, Statement } from "./batch.ts";
import type { BatchOptions } from "./batch-queue.ts";
import type { ConnectionOptions } from "./connection.ts";
import { createConnectionScheduler } from "./connection-scheduler.ts";
import {
  CONNECT_WITHIN,
  CONNECTION_TIMEOUTS,
  destroyConnection,
  withinDeadline,
} from "./deadlines.ts";
import { type Listening, type Poll, subscribe } from "./notifications.ts";
import { observeDatabase } from "./observe.ts";
import { asConnectOutage, asOutage, DatabaseOutage, outageOf } from "./outage.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import type { Queryable } from "./queryable.ts";

export type { ConnectionOptions } from "./connection.ts";
export type { Listening, Poll } from "./notifications.ts";
export type { Queryable, Row } from "./queryable.ts";

export interface Database extends Queryable {
  readonly connection: ConnectionOptions;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements that it asks
   * for in one turn of the event loop share a round trip. The server must respond to each within `within` milliseconds.
   * `signal` ends it at once, with its connection.
   */
  transaction<T>(
    work: (tx: Queryable) => Promise<T>,
    options?: { within?: number; signal?: AbortSignal },
  ): Promise<T>;
  /** Runs in one round trip and one transaction the statements that `work` asks for at once, before any result. */
  atOnce<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs the statements in one round trip and one transaction; results as PostgreSQL's text. */
  batch(statements: readonly Statement[], options?: BatchOptions): Promise<BatchResult[]>;
  /**
   * Calls back for every NOTIFY on the channel, and reconnects when the connection drops. `onReturn` is
   * called once it listens again after a gap in which it may have missed some.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReturn?: () => void,
    poll?: Poll,
  ): Promise<Listening>;
  /** Waits a few seconds for running work. */
  close(): Promise<void>;
  /** Closes every connection at once; running work is rejected. */
  destroy(): void;
}

export interface DatabaseOptions {
  connection: ConnectionOptions;
  /** Connections in the pool. */
  size?: number;
  /** Milliseconds in which the server must run work without a time limit of its own. */
  within?: number;
  /** Milliseconds after which the server cancels a statement itself; the server's setting by default. */
  statementTimeout?: number;
  /** Milliseconds that a statement waits for a lock, unless the role or the server has a limit of its own. */
  lockTimeout?: number;
  /** Called with every error of a statement. */
  onError?: (error: unknown) => void;
  log: Log;
}

/** Milliseconds: more than a server with the platform's settings ever takes. */
const QUERY_TIMEOUT = 30_000;

/** Milliseconds that a close waits for queries, and for the server to close its side. */
const CLOSE_WITHIN = 5_000;

/** How many may wait for a connection of the pool. */
const MOST_WAITING = 500;

/**
 * Milliseconds after which an idle connection is closed, but for one: each takes 8 to 25 MB of the server's
 * memory, and opening one takes some 10 ms.
 */
const IDLE = 60_000;

/**
 * A pool of connections. Every use of it ends in bounded time: the wait for a connection, and the wait for
 * the server's response. After that the connection is destroyed and a `DatabaseOutage` is thrown.
 */
export const createDatabase = ({
  connection,
  size = 8,
  within = QUERY_TIMEOUT,
  statementTimeout,
  lockTimeout,
  onError = () => {},
  log,
}: DatabaseOptions): Database => {
  const settings = [
    statementTimeout !== undefined && `set statement_timeout = ${statementTimeout}`,
    lockTimeout !== undefined &&
      `select set_config('lock_timeout', '${lockTimeout}', false) where current_setting('lock_timeout') = '0'`,
  ]
    .filter(Boolean)
    .join("; ");
  const pool = new pg.Pool({
    ...connection,
    ...CONNECTION_TIMEOUTS,
    max: size,
    min: 1,
    idleTimeoutMillis: IDLE,
    onConnect: async (client) => {
      if (settings) await withinDeadline(client, CONNECT_WITHIN, client.query(settings));
    },
  });
  const observed = observeDatabase(connection.user, pool, log);
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    clients.add(client);
    // If a connection in use is lost, its query fails. Without a listener the error would end the process
    // too.
    client.on("error", () => {});
    client.once("end", () => clients.delete(client));
  });
  pool.on("error", (error) => log.warn("database.idle_connection_lost", { error }));
  const listeners = new Set<Listening>();
  let closing = false;

  /** Whether the server failed to respond the last time. */
  let away = false;
  /** The attempt to reach it again, and how many wait for its result. */
  let reaching: Promise<pg.PoolClient> | null = null;
  let hoping = 0;
  const noted = (error: unknown): unknown => {
    if (outageOf(error) === "away") away = true;
    return error;
  };
  const failed = (error: unknown): unknown => {
    onError(error);
    return noted(asOutage(error));
  };
  const pipelineOf = (client: pg.ClientBase, patience: number, first?: Statement): Pipeline =>
    createPipeline(client, { within: patience, first, measure: observed.measure, failed });

  const connect = async (): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= MOST_WAITING)
      throw new DatabaseOutage("busy", "Too many wait for a connection to the database");
    try {
      const client = await pool.connect();
      away = false;
      return client;
    } catch (error) {
      throw noted(asConnectOutage(error));
    }
  };

  /**
   * A connection. While the server does not respond, everybody who wants one waits for the same attempt. A
   * hanging server later works through every attempt, including abandoned ones, before it serves anybody.
   */
  const reach = async (): Promise<pg.PoolClient> => {
    if (!away) return connect();
    if (reaching) {
      if (hoping >= MOST_WAITING)
        throw new DatabaseOutage("busy", "Too many wait for a connection to the database");
      hoping += 1;
      await reaching.finally(() => {
        hoping -= 1;
      });
      return connect();
    }
    reaching = connect().finally(() => {
      reaching = null;
    });
    return reaching;
  };

  const runBatch = createConnectionScheduler({
    host: connection.host,
    size,
    within,
    connect: reach,
    failed,
    isActive: () => pool.waitingCount > 0,
  });

  const atOnce: Database["atOnce"] = async (work) => {
    const client = await reach();
    const pipeline = pipelineOf(client, within);
    try {
      const result = (async () => work(pipeline))();
      await Promise.allSettled([result, pipeline.end()]);
      return await result;
    } finally {
      client.release(pipeline.isBroken());
    }
  };

  const destroy = (): void => {
    for (const client of clients) destroyConnection(client);
  };

  return {
    connection,

    query: (text, values) => atOnce((tx) => tx.query(text, values)),

    atOnce,

    transaction: async (work, options = {}) => {
      const client = await reach();
      const tx = pipelineOf(client, options.within ?? within, { text: "begin" });
      let broken: Error | undefined;
      const abort = () => destroyConnection(client);
      options.signal?.addEventListener("abort", abort);
      try {
        options.signal?.throwIfAborted();
        const result = await work(tx);
        await tx.query("commit");
        return result;
      } catch (error) {
        await tx.query("rollback").catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        options.signal?.removeEventListener("abort", abort);
        client.release(broken);
      }
    },

    batch: (statements, options) => observed.measure(statements, runBatch(statements, options)),

    async listen(channel, onPayload, onReturn = () => {}, poll) {
      const listening = await subscribe(connection, { channel, onPayload, onReturn, poll }, log);
      if (closing) {
        await listening.stop();
        throw new DatabaseOutage("away", "The pool was closed meanwhile");
      }
      listeners.add(listening);
      return {
        ...listening,
        async stop() {
          listeners.delete(listening);
          await listening.stop();
        },
      };
    },

    async close() {
      closing = true;
      observed.stop();
      // Also closes sockets whose server does not close its side.
      const overdue = setTimeout(destroy, CLOSE_WITHIN).unref();
      await Promise.all([...listeners].map(({ stop }) => stop()));
      await pool.end();
      if (clients.size === 0) clearTimeout(overdue);
    },

    destroy,
  };
};
