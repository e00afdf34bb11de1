import pg from "pg";
import type { Log } from "../log.ts";
import { Batch } from "./batch.ts";
import type { Connection } from "./connection.ts";
import { answerWithin, CONNECT_WITHIN, destroyLine, LINE_OPTIONS } from "./deadlines.ts";
import { asConnectOutage } from "./outage.ts";

/** Milliseconds after which a lost listener is connected again: twice as many after each failure. */
const LISTEN_AGAIN = { first: 250, most: 5_000 };

/** Milliseconds that a listener's line has to say that nothing is left to be heard. */
const CAUGHT_UP_WITHIN = 2_000;

/** Milliseconds between two questions whether the line still answers: nobody else notices that it went silent. */
const CHECK_EVERY = 15_000;

/** Milliseconds that the end of a line may take. */
const END_WITHIN = 2_000;

/**
 * Shares the answers to a question that only holds if it was asked after its asker came: who comes while
 * one is under way waits for the next, with all others who came meanwhile.
 */
const shared = (check: () => Promise<boolean>) => {
  let underWay: Promise<boolean> | null = null;
  let next: Promise<boolean> | null = null;
  const start = (): Promise<boolean> => {
    next = null;
    underWay = check().finally(() => {
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

/** Ends a line in order, or else at once. */
const endLine = async (client: pg.Client): Promise<void> => {
  const overdue = setTimeout(() => destroyLine(client), END_WITHIN);
  await client.end().catch(() => {});
  clearTimeout(overdue);
};

/** A channel that is listened to. */
export interface Listening {
  stop(): Promise<void>;
  /**
   * Waits until everything that was committed before this call has been heard: true, when the line says
   * so; false, when it is down or does not answer. Calls at one moment share a round trip.
   */
  caughtUp(): Promise<boolean>;
}

interface Subscription {
  channel: string;
  onPayload(payload: string): void;
  onReturn(): void;
}

/** Listens to a channel on a connection of its own, which is replaced when it breaks or goes silent. */
export const subscribe = async (
  connection: Connection,
  { channel, onPayload, onReturn }: Subscription,
  log: Log,
): Promise<Listening> => {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, ...LINE_OPTIONS });
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
      const listen = next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await answerWithin(next, CONNECT_WITHIN, listen);
    } catch (error) {
      await endLine(next);
      throw asConnectOutage(error);
    }
    listening = true;
    client = next;
    // Undone while this was on its way.
    if (stopped) await endLine(next);
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
    try {
      await answerWithin(line, CAUGHT_UP_WITHIN, line.query(new Batch([])).done);
      return client === line;
    } catch (error) {
      log.warn("database.listen_silent", { channel, error });
      destroyLine(line);
      return false;
    }
  });
  await connect();
  const checking = setInterval(() => void caughtUp(), CHECK_EVERY).unref();
  const stop = async () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(checking);
    if (client) await endLine(client);
  };
  return { stop, caughtUp };
};
