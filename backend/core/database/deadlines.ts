import type pg from "pg";
import { DatabaseOutage } from "./outage.ts";

/** Milliseconds. */
const SECOND = 1000;

/** Milliseconds in which a connection must be open. Those who wait for one longer are refused. */
export const CONNECT_WITHIN = 5 * SECOND;

/** Options for opening connections, so that a dead connection is noticed. */
export const CONNECTION_TIMEOUTS = {
  connectionTimeoutMillis: CONNECT_WITHIN,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
} as const;

/** Closes a connection at once; its current query is rejected with `error`. */
export const destroyConnection = (client: pg.ClientBase, error?: Error): void => {
  client.connection.stream.destroy(error);
};

/**
 * Waits for a response on a connection. If none arrives within `within` milliseconds, the connection is
 * destroyed, because its next response could belong to either query. An outage is thrown.
 */
export const withinDeadline = async <T>(
  client: pg.ClientBase,
  within: number,
  result: Promise<T>,
): Promise<T> => {
  if (!Number.isFinite(within)) return result;
  const timer = setTimeout(
    () =>
      destroyConnection(
        client,
        new DatabaseOutage("away", `The database did not answer within ${within} ms`),
      ),
    within,
  );
  try {
    return await result;
  } finally {
    clearTimeout(timer);
  }
};
