import { actAs, type Caller } from "#backend/kernel/caller.ts";
import type { Database, Queryable } from "#backend/kernel/database.ts";

/** What policies are asked about; the column `extension` of `realtime.messages`. */
export type Extension = "broadcast" | "presence";

export type Allowed = Record<Extension, boolean>;

/** Ends the transaction of a question: nothing that was asked may stay. */
class Answered extends Error {
  readonly allowed: Allowed;
  constructor(allowed: Allowed) {
    super("answered");
    this.allowed = allowed;
  }
}

const ask = async (api: Database, question: (tx: Queryable) => Promise<Allowed>) => {
  try {
    return await api.transaction(async (tx): Promise<Allowed> => {
      throw new Answered(await question(tx));
    });
  } catch (error) {
    if (error instanceof Answered) return error.allowed;
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

/** SQLSTATE `insufficient_privilege`: a policy or a grant says no. */
const isDenial = (error: unknown): boolean => (error as { code?: string }).code === "42501";

/**
 * Whether the policies on `realtime.messages` let the caller read the private channel: a row is made,
 * looked for as the caller, and rolled back, as the hosted platform does.
 */
export const mayRead = (api: Database, caller: Caller, topic: string): Promise<Allowed> =>
  ask(api, async (tx) => {
    const probes = await tx.query<{ extension: Extension; id: string }>(
      "select extension, id from realtime.probe_messages($1)",
      [topic],
    );
    const allowed: Allowed = { broadcast: false, presence: false };
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

/** Whether they let the caller send to it: a row is inserted as the caller, and rolled back. */
export const mayWrite = (api: Database, caller: Caller, topic: string): Promise<Allowed> =>
  ask(api, async (tx) => {
    const allowed: Allowed = { broadcast: false, presence: false };
    await become(tx, caller, topic);
    for (const extension of ["broadcast", "presence"] as const) {
      await tx.query("savepoint question");
      try {
        await tx.query(
          "insert into realtime.messages (topic, extension, private) values ($1, $2, true)",
          [topic, extension],
        );
        allowed[extension] = true;
      } catch (error) {
        if (!isDenial(error)) throw error;
      }
      await tx.query("rollback to savepoint question");
    }
    return allowed;
  });
