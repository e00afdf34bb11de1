import type { SupabaseClient } from "@supabase/supabase-js";
import { createConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Log } from "#backend/core/log.ts";
import type { Database } from "#supabase/database.ts";

/** Seconds between two looks at what is due. */
const LOOK_EVERY = 10;
/** Milliseconds in which several wakes become one. */
const GATHER = 50;
/** Tasks that run at the same time in one process. */
const AT_ONCE = 4;
/** Seconds after which the database is told again that a function is still running. */
const EXTEND_EVERY = 40;
/** Seconds that `stop` waits for what is under way; the port stays open for as long (`listen.ts`). */
const PATIENCE = 10;

interface ScheduleOptions {
  /** A client with the service key. */
  service: SupabaseClient<Database>;
  /** Calls back when something was queued that should not wait; null where nobody can tell. */
  onWake: ((wake: () => void) => Promise<() => Promise<void>>) | null;
  log: Log;
}

/**
 * Does the work of `private.scheduled_tasks` at its time, side by side: SQL tasks in the database, Edge
 * functions by calling them. A function that answers with a `next` has more to do: it is called again with it
 * as `after`. How a task ended is noted in its row, and a failure logged. Any number of processes may run
 * this: a task is done by the one that gets its row.
 * It works through the public protocol, so that a hosted Supabase is served in the same way.
 */
export const startSchedule = ({ service, onWake, log }: ScheduleOptions) => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let again = false;
  const running = new Map<string, Promise<void>>();
  const limit = createConcurrencyLimit({
    running: AT_ONCE,
    waiting: Number.POSITIVE_INFINITY,
    full: () => new Error("Too many tasks wait"),
  });

  const failed = (name: string, error: unknown) => {
    if (!stopped) log.warn("schedule.task_failed", { name, error });
  };

  const call = async (functionName: string): Promise<void> => {
    let after: string | undefined;
    do {
      const { data, error } = await service.functions.invoke<{ next?: unknown }>(functionName, {
        body: { after },
      });
      if (error) throw error;
      after = typeof data?.next === "string" ? data.next : undefined;
    } while (after !== undefined && !stopped);
  };

  /** Calls the function of a task, which stays this process's for as long as that takes. */
  const callFor = async (name: string, functionName: string): Promise<void> => {
    const extending = setInterval(() => {
      service.rpc("extend_task", { p_name: name }).then(({ error }) => {
        if (error) log.warn("schedule.not_extended", { name, error });
      });
    }, EXTEND_EVERY * 1000);
    extending.unref();
    let problem: { error: unknown } | null = null;
    try {
      await call(functionName);
    } catch (error) {
      problem = { error };
      failed(name, error);
    } finally {
      clearInterval(extending);
    }
    const words = problem ? String((problem.error as Error)?.message ?? problem.error) : undefined;
    const { error } = await service.rpc("finish_task", { p_name: name, p_error: words });
    if (error) throw new Error(error.message);
  };

  const run = async (name: string): Promise<void> => {
    if (stopped) return;
    const { data, error } = await service.rpc("run_task", { p_name: name });
    if (error) throw new Error(error.message);
    const started = data as { function?: string; error?: string | null } | null;
    if (started?.error) failed(name, started.error);
    if (!started?.function) return;
    await callFor(name, started.function);
    // It may have left work for the next time.
    wake();
  };

  const look = async (): Promise<void> => {
    const { data: tasks, error } = await service.rpc("due_tasks");
    if (error) throw new Error(error.message);
    for (const { name, problem } of tasks) {
      if (problem) failed(name, problem);
      if (problem || running.has(name)) continue;
      const ended = limit(() => run(name))
        .catch((cause: unknown) => failed(name, cause))
        .finally(() => running.delete(name));
      running.set(name, ended);
    }
  };

  const wake = (delay = GATHER): void => {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => {
          if (!stopped) log.warn("schedule.not_looked", { error });
        })
        .finally(() => {
          looking = null;
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

  const stop = async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await (await listening)?.();
    await looking;
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      patience = setTimeout(resolve, PATIENCE * 1000);
    });
    await Promise.race([Promise.all(running.values()), late]);
    clearTimeout(patience);
  };
  let stopping: Promise<void> | null = null;

  return {
    /** Begins nothing more and waits for what is under way, for at most `PATIENCE`; once, however often it is called. */
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
};
