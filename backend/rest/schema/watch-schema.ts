import { readFileSync } from "node:fs";
import type { Statement } from "#backend/core/database/batch.ts";
import type { Database, Poll } from "#backend/core/database/database.ts";
import { callableName } from "#backend/core/database/pre-request.ts";
import {
  invalidatedTags,
  isSchemaReload,
  SCHEMA_CHANNEL,
} from "#backend/core/database/schema-channel.ts";
import type { Log } from "#backend/core/log.ts";
import { refuse } from "../errors.ts";
import { loadSchemaCache } from "./cache.ts";
import type { ProjectSettings } from "./settings.ts";
import type { SchemaCache } from "./types.ts";

/** Milliseconds between two attempts to read the schema. */
const RETRY_MS = 1_000;

/**
 * Notifies every process after each schema change, as in hosted projects. Event triggers need a superuser
 * (or the host's own), so elsewhere migrations must notify by themselves.
 */
const WATCH = readFileSync(new URL("watch-schema.sql", import.meta.url), "utf8");

/** Asks the project's function for changes since the last time, or since `reset` for whether there is one. */
const createPoll = (name: string, onInvalidate: SchemaEvents["onInvalidate"], log: Log) => {
  const text = `select upto, to_json(tags), everything from ${callableName(name)}($1)`;
  const since = (upto: string | null): Statement => ({
    name: "cache_changes",
    text,
    values: [upto],
    unlabelled: true,
    prepared: true,
  });
  let upto: string | null = null;
  /** Stays the same, and is encoded once, while nothing is committed. */
  let statement = since(upto);
  let refused = false;
  const continueFrom = (next: string | null): void => {
    if (next !== upto) statement = since(next);
    upto = next;
  };
  const poll: Poll = {
    statement: () => statement,
    onResult({ rows: [[next = null, tags = null, everything = null] = []] }) {
      continueFrom(next);
      refused = false;
      if (everything !== "f") onInvalidate(null);
      else if (tags !== null) onInvalidate(JSON.parse(tags) as string[]);
    },
    // Every request for a cached response asks.
    onRefused(error) {
      if (!refused) log.warn("rest.cache_changes_failed", { function: name, error });
      refused = true;
    },
  };
  return { poll, reset: () => continueFrom(null) };
};

export interface WatchedSchema {
  current(): SchemaCache;
  /** Resolves once a reload that begins now or later is in use. */
  reload(): Promise<void>;
  /** Whether everything announced, or listed by `changes`, before this call has been received (see `Listening`). */
  caughtUp(): Promise<boolean>;
  close(): Promise<void>;
}

interface SchemaEvents {
  /** The schema was read again. */
  onReload(): void;
  /** The data with these tags changed; with null, any may have changed unnoticed. */
  onInvalidate(tags: readonly string[] | null): void;
}

/** Loads the schema cache and keeps it current. */
export const watchSchema = async (
  db: Database,
  project: ProjectSettings,
  log: Log,
  { onReload, onInvalidate }: SchemaEvents,
): Promise<WatchedSchema> => {
  await db
    .query(WATCH)
    .catch((error) => log.info("rest.schema_watch_unavailable", { message: String(error) }));
  let cache: SchemaCache | null = null;
  let running: Promise<void> | null = null;
  let again: Promise<void> | null = null;
  let closed = false;
  const start = (): Promise<void> => {
    running = loadSchemaCache(db, project)
      .then((loaded) => {
        cache = loaded;
        onReload();
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const reload = (): Promise<void> => {
    if (closed) return Promise.resolve();
    if (!running) return start();
    // Changes since the running load began need another load; later calls share it.
    again ??= running
      .catch(() => undefined)
      .then(() => {
        again = null;
        return closed ? undefined : start();
      });
    return again;
  };
  /** Repeats until it succeeds: otherwise a schema that was missed once would remain unknown. */
  const follow = (): void => {
    reload().catch((error) => {
      log.warn("rest.schema_reload_failed", { error });
      setTimeout(follow, RETRY_MS).unref();
    });
  };
  const onNotify = (payload: string) => {
    if (isSchemaReload(payload)) {
      onInvalidate(null);
      follow();
      return;
    }
    const tags = invalidatedTags(payload);
    if (tags !== undefined) onInvalidate(tags);
  };
  const changes = project.cache?.changes
    ? createPoll(project.cache.changes, onInvalidate, log)
    : null;
  // The schema may have changed while nobody listened.
  const onReturn = () => {
    onInvalidate(null);
    changes?.reset();
    follow();
  };
  const { stop, caughtUp } = await db.listen(SCHEMA_CHANNEL, onNotify, onReturn, changes?.poll);
  const close = async () => {
    closed = true;
    await stop();
    await Promise.allSettled([running, again]);
  };
  try {
    await reload();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    current() {
      if (!cache) throw refuse("PGRST002");
      return cache;
    },
    reload,
    caughtUp,
    close,
  };
};
