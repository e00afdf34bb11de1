import type { Kernel } from "#backend/kernel/kernel.ts";
import type { Message, Relation } from "./pgoutput.ts";
import { openReplication, type Replication } from "./replication.ts";
import type { Change } from "./visibility.ts";

const SECOND = 1000;

/** Kept open so long after the last subscriber has left. */
const REST = 60 * SECOND;

/** Changes read ahead; beyond them the database is asked to wait. */
const AHEAD = 5_000;

const UNAVAILABLE =
  "Changes of tables are not available: the database's setting wal_level is not logical.";

export interface Feed {
  /** Resolves when changes are being read; a text says why they cannot be. */
  start(): Promise<string | null>;
  /** Whether nobody is left who listens. */
  rest(isIdle: boolean): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  kernel: Kernel;
  publication: string;
  isWanted(change: Change): boolean;
  /** Is given what was committed, in that order, and once more only when it is done. */
  handle(changes: readonly Change[]): Promise<void>;
  /** Changes are read again after a time in which some were missed. */
  onReturn(): void;
}

/** Reads the database's log while somebody listens, and comes back when the line is lost. */
export const createFeed = ({
  kernel: { db, log },
  publication,
  isWanted,
  handle,
  onReturn,
}: FeedOptions): Feed => {
  let opening: Promise<Replication> | null = null;
  let current: Replication | null = null;
  let resting: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let closed = false;
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
        if (isWanted(change)) pending.push(change);
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
      onLost(error) {
        current = null;
        opening = null;
        if (closed) return;
        log.warn("realtime.replication_lost", { error });
        comeBack(SECOND);
      },
    });
    current = replication;
    return replication;
  };

  const start = (): Promise<Replication> => {
    if (!opening) {
      const attempt = open();
      opening = attempt;
      attempt.catch(() => {
        if (opening === attempt) opening = null;
      });
    }
    return opening;
  };

  const comeBack = (after: number): void => {
    clearTimeout(retrying);
    retrying = setTimeout(() => {
      if (closed) return;
      start().then(onReturn, (error) => {
        log.warn("realtime.replication_retry", { error });
        comeBack(Math.min(after * 2, 30 * SECOND));
      });
    }, after).unref();
  };

  const stop = async (): Promise<void> => {
    clearTimeout(retrying);
    const replication = await opening?.catch(() => null);
    opening = null;
    current = null;
    await replication?.close();
  };

  return {
    async start() {
      if (closed) return UNAVAILABLE;
      try {
        await start();
        return null;
      } catch (error) {
        const [level] = await db.query<{ wal_level: string }>("show wal_level");
        if (level?.wal_level !== "logical") {
          log.warn("realtime.changes_unavailable", {
            hint: "Run: alter system set wal_level = logical, and restart PostgreSQL",
          });
          return UNAVAILABLE;
        }
        log.error("realtime.replication_failed", { error });
        return "Unable to subscribe to changes: the database refuses to send them.";
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
