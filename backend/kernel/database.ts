import pg from "pg";
import { Batch, type BatchResult, type Statement } from "./batch.ts";
import { createLanes, endsConnection } from "./lanes.ts";
import type { Log } from "./log.ts";

/** Where a database is and as whom to enter it. `host` may be a folder holding a Unix socket. */
export interface Connection {
  host: string;
  port?: number;
  user: string;
  password?: string;
  database: string;
  ssl?: boolean | { rejectUnauthorized: boolean };
}

export type Row = Record<string, unknown>;

export interface Queryable {
  /** Runs one parameterised statement and gives its rows. */
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

/** A channel that is listened to. */
export interface Listening {
  stop(): Promise<void>;
  /**
   * Waits until everything that was committed before this call has been heard: true, when the line says
   * so; false, when it is down or does not answer. Calls at one moment share a round trip.
   */
  caughtUp(): Promise<boolean>;
}

export interface Database extends Queryable {
  readonly connection: Connection;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs the statements in one round trip and one transaction; results as PostgreSQL's text. */
  batch(statements: readonly Statement[]): Promise<BatchResult[]>;
  /**
   * Calls back for every NOTIFY on the channel, reconnecting when the line drops.
   * `onReturn` is called when it is heard again after a time in which some may have been missed.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReturn?: () => void,
  ): Promise<Listening>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  connection: Connection;
  /** Connections kept. */
  size?: number;
  log: Log;
}

/** Milliseconds after which a lost listener is connected again: twice as many after each failure. */
const LISTEN_AGAIN = { first: 250, most: 5_000 };

/** Milliseconds that a listener's line has to say that nothing is left to be heard. */
const CAUGHT_UP_WITHIN = 5_000;

/**
 * Shares the answers to a question that only holds if it was asked after its asker came: who comes while
 * one is under way waits for the next, with all others who came meanwhile.
 */
const shared = (ask: () => Promise<boolean>) => {
  let underWay: Promise<boolean> | null = null;
  let next: Promise<boolean> | null = null;
  const start = (): Promise<boolean> => {
    next = null;
    underWay = ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return (): Promise<boolean> => {
    if (!underWay) return start();
    next ??= underWay.then(start);
    return next;
  };
};

const asQueryable = (client: pg.ClientBase): Queryable => ({
  query: async <R extends Row>(text: string, values?: readonly unknown[]) =>
    (await client.query<R>(text, values as unknown[])).rows,
});

export const createDatabase = ({ connection, size = 8, log }: DatabaseOptions): Database => {
  const pool = new pg.Pool({ ...connection, max: size, idleTimeoutMillis: 0 });
  // A connection lost while in use fails its query; without a listener it would end the process too.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", (error) => log.warn("database.idle_connection_lost", { error }));
  const listeners = new Set<() => Promise<void>>();

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(endsConnection(error));
      throw error;
    }
  };

  const batch = createLanes(pool, connection, size);

  return {
    connection,
    query: <R extends Row>(text: string, values?: readonly unknown[]) =>
      withClient((client) => asQueryable(client).query<R>(text, values)),

    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await work(asQueryable(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((lost: Error) => {
          broken = lost;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },

    batch,

    async listen(channel, onPayload, onReturn = () => {}) {
      let stopped = false;
      let client: pg.Client | null = null;
      let timer: NodeJS.Timeout | undefined;
      const connect = async (): Promise<void> => {
        const next = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
        let listening = false;
        next.on("notification", (message) => onPayload(message.payload ?? ""));
        next.on("error", (error) => log.warn("database.listen_lost", { channel, error }));
        next.on("end", () => {
          if (client === next) client = null;
          // An attempt that failed is told to whoever made it.
          if (listening) comeBack(LISTEN_AGAIN.first);
        });
        try {
          await next.connect();
          await next.query(`listen ${pg.escapeIdentifier(channel)}`);
        } catch (error) {
          await next.end().catch(() => {});
          throw error;
        }
        listening = true;
        client = next;
        // Undone while this was on its way.
        if (stopped) await next.end();
      };
      const comeBack = (after: number): void => {
        if (stopped) return;
        timer = setTimeout(() => {
          connect().then(
            () => {
              if (!stopped) onReturn();
            },
            (error) => {
              log.warn("database.listen_retry", { channel, error });
              comeBack(Math.min(after * 2, LISTEN_AGAIN.most));
            },
          );
        }, after).unref();
      };
      // Whoever listens is sent what it has to hear before it is told that the server is ready again.
      const caughtUp = shared(async () => {
        const line = client;
        if (!line) return false;
        // One that hangs is replaced, like one that broke.
        const silent = setTimeout(
          () => line.connection.stream.destroy(new Error("The line does not answer")),
          CAUGHT_UP_WITHIN,
        );
        try {
          await line.query(new Batch([])).done;
          return client === line;
        } catch (error) {
          log.warn("database.listen_silent", { channel, error });
          line.connection.stream.destroy();
          return false;
        } finally {
          clearTimeout(silent);
        }
      });
      await connect();
      const stop = async () => {
        stopped = true;
        clearTimeout(timer);
        listeners.delete(stop);
        await client?.end();
      };
      listeners.add(stop);
      return { stop, caughtUp };
    },

    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  };
};
