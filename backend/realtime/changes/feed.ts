import pg from "pg";
import type { Core } from "#backend/core/core.ts";
import type { Message, Relation } from "./pgoutput.ts";
import { openReplication, type Replication } from "./replication.ts";
import type { Change } from "./visibility.ts";

const SECOND = 1000;

/** Milliseconds after which a lost connection is opened again, doubled after each failure. */
const AGAIN = { first: SECOND, most: 10 * SECOND };

/** Seconds that it remains open after the last subscriber has left. */
const REST = 60 * SECOND;

/** Changes read ahead; beyond this the database must wait. */
const AHEAD = 5_000;

/** Refusals of the connection that waiting does not cure, by SQLSTATE. */
const REFUSALS: Record<string, { message: string; hint: string }> = {
  // object_not_in_prerequisite_state
  "55000": {
    message:
      "Changes of tables are not available: the database's setting wal_level is not logical.",
    hint: "Run: alter system set wal_level = logical, and restart PostgreSQL",
  },
  // insufficient_privilege
  "42501": {
    message:
      "Changes of tables are not available: the database's owner lacks the attribute REPLICATION.",
    hint: "As a superuser, run: alter role <owner> replication",
  },
};

const refusalOf = (error: unknown) =>
  error instanceof pg.DatabaseError ? REFUSALS[error.code ?? ""] : undefined;

interface Feed {
  /** Resolves once changes are being read; a text says why they cannot be. */
  start(): Promise<string | null>;
  /** Whether no listener is left. */
  rest(isIdle: boolean): void;
  close(): Promise<void>;
}

interface FeedOptions {
  core: Core;
  publication: string;
  hasSubscribers(change: Change): boolean;
  /** Receives committed changes in order, the next one only when it is done. */
  handle(changes: readonly Change[]): Promise<void>;
  /** Changes are not being read, and the first attempt to reconnect has failed. */
  onAway(): void;
  /** Changes are being read again, after a gap in which some were missed. */
  onReturn(): void;
}

/** Reads the database's log while there are listeners, and reconnects when the connection is lost. */
export const createFeed = ({
  core: { db, log },
  publication,
  hasSubscribers,
  handle,
  onAway,
  onReturn,
}: FeedOptions): Feed => {
  let opening: Promise<Replication> | null = null;
  let current: Replication | null = null;
  let resting: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let closed = false;
  /** Whether there are listeners for whom a lost connection is opened again. */
  let relevant = false;
  let away = false;
  let queue: Change[] = [];
  let working: Promise<void> | null = null;

  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const changes = queue;
      queue = [];
      current?.resume();
      await handle(changes).catch((error) => log.error("realtime.changes_lost", { error }));
    }
    working = null;
  };

  const reader = () => {
    const relations = new Map<number, Relation>();
    let transaction = { xid: 0, committedAt: new Date(0) };
    let pending: Change[] = [];
    return (message: Message): void => {
      if (message.kind === "begin") transaction = message;
      else if (message.kind === "relation") relations.set(message.relation.id, message.relation);
      else if (message.kind === "change") {
        const relation = relations.get(message.relationId);
        if (!relation) return;
        const { operation, old, new: now } = message;
        const { xid, committedAt } = transaction;
        const change: Change = { operation, relation, old, new: now, xid, committedAt };
        if (hasSubscribers(change)) pending.push(change);
        // One transaction may be larger than memory.
        if (pending.length < AHEAD) return;
      }
      if (message.kind === "relation" || pending.length === 0) return;
      if (message.kind === "begin") return;
      queue.push(...pending);
      pending = [];
      if (queue.length > AHEAD) current?.pause();
      working ??= work();
    };
  };

  const open = async (): Promise<Replication> => {
    const replication = await openReplication(db.connection, publication, {
      onMessage: reader(),
      onDisconnect(error) {
        current = null;
        opening = null;
        if (closed) return;
        log.warn("realtime.replication_lost", { error });
        reconnect(AGAIN.first);
      },
    });
    current = replication;
    return replication;
  };

  const start = (): Promise<Replication> => {
    relevant = true;
    if (!opening) {
      const attempt = open();
      opening = attempt;
      attempt.catch(() => {
        if (opening === attempt) opening = null;
      });
    }
    return opening;
  };

  const reconnect = (after: number): void => {
    // Other callers share the next attempt and do not delay it.
    if (retrying) return;
    retrying = setTimeout(() => {
      retrying = undefined;
      if (closed || !relevant) return;
      start().then(
        () => {
          away = false;
          onReturn();
        },
        (error) => {
          log.warn("realtime.replication_retry", { error });
          if (closed || !relevant) return;
          if (!away) onAway();
          away = true;
          reconnect(Math.min(after * 2, AGAIN.most));
        },
      );
    }, after).unref();
  };

  const stop = async (): Promise<void> => {
    relevant = false;
    clearTimeout(retrying);
    retrying = undefined;
    const ending = opening;
    opening = null;
    const replication = await ending?.catch(() => null);
    if (current === replication) current = null;
    await replication?.close();
  };

  return {
    async start() {
      if (closed) return "Realtime is stopping";
      try {
        await start();
        return null;
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) {
          relevant = false;
          log.warn("realtime.changes_unavailable", { hint: refusal.hint });
          return refusal.message;
        }
        log.warn("realtime.replication_failed", { error });
        reconnect(AGAIN.first);
        return "Unable to subscribe to changes: the database cannot be reached. Trying again.";
      }
    },
    rest(isIdle) {
      clearTimeout(resting);
      if (!isIdle || closed) return;
      resting = setTimeout(() => {
        stop().catch((error) => log.warn("realtime.replication_stop", { error }));
      }, REST).unref();
    },
    async close() {
      closed = true;
      clearTimeout(resting);
      await stop();
      await working;
    },
  };
};
