import type { Database, Queryable } from "#backend/core/database/database.ts";
import { actAs, type Caller } from "#backend/core/tokens/caller.ts";

/** What policies check; the column `extension` of `realtime.messages`. */
export type Extension = "broadcast" | "presence";

export type Allowed = Record<Extension, boolean>;

/** Ends the transaction of a check: nothing of it may remain. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("answered");
    this.result = result;
  }
}

const NOTHING: Allowed = { broadcast: false, presence: false };

/** Texts of the database have no NUL: a topic with one can have no row, and is denied without a check. */
const canHaveRows = (topic: string): boolean => !topic.includes("\0");

const runAs = async <T>(api: Database, question: (tx: Queryable) => Promise<T>): Promise<T> => {
  try {
    return await api.transaction(async (tx): Promise<T> => {
      throw new RolledBack(await question(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
};

const become = async (tx: Queryable, caller: Caller, topic: string): Promise<void> => {
  const { text, values = [] } = actAs(caller);
  await tx.query(`${text}, set_config('realtime.topic', $${values.length + 1}, true)`, [
    ...values,
    topic,
  ]);
};

/** SQLSTATE `insufficient_privilege`: a policy or a grant refuses. */
const isDenial = (error: unknown): boolean => (error as { code?: string }).code === "42501";

/**
 * Whether the policies on `realtime.messages` let the caller read the private channel. As on the hosted
 * platform, a row is inserted, selected as the caller, and rolled back.
 */
export const mayRead = async (api: Database, caller: Caller, topic: string): Promise<Allowed> => {
  if (!canHaveRows(topic)) return NOTHING;
  return runAs(api, async (tx) => {
    const probes = await tx.query<{ extension: Extension; id: string }>(
      "select extension, id from realtime.probe_messages($1)",
      [topic],
    );
    const allowed: Allowed = { ...NOTHING };
    try {
      await become(tx, caller, topic);
      const seen = await tx.query<{ extension: Extension }>(
        "select extension from realtime.messages where id = any($1::uuid[]) and topic = $2",
        [probes.map(({ id }) => id), topic],
      );
      for (const { extension } of seen) allowed[extension] = true;
    } catch (error) {
      if (!isDenial(error)) throw error;
    }
    return allowed;
  });
};

/** Whether the transaction's caller may insert such a row, which is rolled back. */
const mayInsert = async (tx: Queryable, topic: string, extension: string): Promise<boolean> => {
  await tx.query("savepoint question");
  try {
    await tx.query(
      "insert into realtime.messages (topic, extension, private) values ($1, $2, true)",
      [topic, extension],
    );
    return true;
  } catch (error) {
    if (!isDenial(error)) throw error;
    return false;
  } finally {
    await tx.query("rollback to savepoint question");
  }
};

/** Whether they let the caller send to it: a row is inserted as the caller, and rolled back. */
export const mayWrite = async (api: Database, caller: Caller, topic: string): Promise<Allowed> => {
  if (!canHaveRows(topic)) return NOTHING;
  return runAs(api, async (tx) => {
    await become(tx, caller, topic);
    return {
      broadcast: await mayInsert(tx, topic, "broadcast"),
      presence: await mayInsert(tx, topic, "presence"),
    };
  });
};

/** The topics to which they let the caller send broadcasts, checked in one transaction. */
export const mayBroadcast = async (
  api: Database,
  caller: Caller,
  topics: Iterable<string>,
): Promise<Set<string>> => {
  const candidates = [...new Set(topics)].filter(canHaveRows);
  if (candidates.length === 0) return new Set();
  return runAs(api, async (tx) => {
    const allowed = new Set<string>();
    for (const topic of candidates) {
      await become(tx, caller, topic);
      if (await mayInsert(tx, topic, "broadcast")) allowed.add(topic);
    }
    return allowed;
  });
};

/** Whether they let the caller store its messages, which is checked only for callers who want that. */
export const mayStore = async (api: Database, caller: Caller, topic: string): Promise<boolean> =>
  canHaveRows(topic) &&
  runAs(api, async (tx) => {
    await become(tx, caller, topic);
    return mayInsert(tx, topic, "persistence");
  });
