import type pg from "pg";
import { DatabaseOutage } from "./outage.ts";

/** Milliseconds. */
const SECOND = 1000;

/** Milliseconds in which a connection must be open, and after which whoever waits for one is refused. */
export const CONNECT_WITHIN = 5 * SECOND;

/** How connections are opened, so that a line on which nothing arrives any more is noticed. */
export const LINE_OPTIONS = {
  connectionTimeoutMillis: CONNECT_WITHIN,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
} as const;

/** Ends a connection at once; what it is asked at the moment is rejected with `error`. */
export const destroyLine = (client: pg.ClientBase, error?: Error): void => {
  // The socket is there from the start; pg's types leave it out.
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy(error);
};

/**
 * Waits for an answer on a connection. When `within` milliseconds pass without it, the connection is destroyed,
 * since nobody can say what its next answer belongs to, and an outage is thrown.
 */
export const answerWithin = async <T>(
  client: pg.ClientBase,
  within: number,
  answer: Promise<T>,
): Promise<T> => {
  if (!Number.isFinite(within)) return answer;
  const timer = setTimeout(
    () =>
      destroyLine(
        client,
        new DatabaseOutage("away", `The database did not answer within ${within} ms`),
      ),
    within,
  );
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
};
