import type { SupabaseClient } from "@supabase/supabase-js";
import type { Log } from "#backend/kernel/log.ts";
import type { Database } from "#supabase/database.types.ts";

/** Seconds between two looks at what is due. */
const LOOK_EVERY = 10;
/** Milliseconds in which several wakes become one. */
const GATHER = 50;

interface ScheduleOptions {
  /** A client with the service key. */
  service: SupabaseClient<Database>;
  /** Calls back when something was queued that should not wait; null where nobody can tell. */
  onWake: ((wake: () => void) => Promise<() => Promise<void>>) | null;
  log: Log;
}

/**
 * Does the work of `private.scheduled_tasks` at its time: SQL tasks in the database, Edge functions
 * by calling them. A function that answers with a `next` has more to do: it is called again with it as
 * `after`, in the next look, so that long work keeps no mail waiting. Any number of processes may run
 * it: a task is done by the one that gets its row.
 * It works through the public protocol, so that a hosted Supabase is served in the same way.
 */
export const startSchedule = ({ service, onWake, log }: ScheduleOptions) => {
  let stopped = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;

  /** Functions that have more to do, and where each goes on. */
  const unfinished = new Map<string, string>();

  const call = async (functionName: string, body: { after?: string }): Promise<void> => {
    unfinished.delete(functionName);
    const { data, error } = await service.functions.invoke<{ next?: unknown }>(functionName, {
      body,
    });
    if (error) throw error;
    if (typeof data?.next === "string") unfinished.set(functionName, data.next);
  };

  const run = async (name: string): Promise<void> => {
    const { data: functionName, error } = await service.rpc("run_task", { p_name: name });
    if (error) throw new Error(error.message);
    if (functionName) await call(functionName, {});
  };

  const look = async (): Promise<void> => {
    const { data: names, error } = await service.rpc("due_tasks");
    if (error) throw new Error(error.message);
    const work = [
      ...[...unfinished].map(([name, after]) => [name, () => call(name, { after })] as const),
      ...names.map((name) => [name, () => run(name)] as const),
    ];
    for (const [name, task] of work) {
      if (stopped) return;
      // One that fails keeps nobody else waiting, and comes again at its time.
      await task().catch((cause: unknown) => {
        if (!stopped) log.warn("schedule.task_failed", { name, error: cause });
      });
    }
    if (unfinished.size > 0) again = true;
  };

  const wake = (delay = GATHER): void => {
    if (stopped) return;
    if (underWay) {
      again = true;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      underWay = look()
        .catch((error: unknown) => {
          if (!stopped) log.warn("schedule.not_looked", { error });
        })
        .finally(() => {
          underWay = null;
          const soon = again;
          again = false;
          wake(soon ? GATHER : LOOK_EVERY * 1000);
        });
    }, delay);
    timer.unref();
  };

  const listening = onWake?.(() => wake()).catch((error: unknown) => {
    log.warn("schedule.not_listening", { error });
    return async () => {};
  });
  wake(1000);

  return {
    /** Begins nothing more and waits for what is under way. */
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await (await listening)?.();
      await underWay;
    },
  };
};
