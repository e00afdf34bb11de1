import { FunctionsHttpError, type SupabaseClient } from "@supabase/supabase-js";
import { createConcurrencyLimit, type Log } from "supabase-compatible-backend/core";
import type { Database } from "#supabase/database.ts";

/** Seconds until the next check for due work after one that failed. */
const RETRY_SECONDS = 10;
/** Milliseconds in which several wake-ups count as one. */
const GATHER = 50;
/** Tasks that run at the same time in one process. */
const AT_ONCE = 4;
/** Seconds between reports to the database that a function is still running. */
const EXTEND_EVERY = 40;
/** Seconds that `stop` waits for running work; the port is open for as long (`listen.ts`). */
const PATIENCE = 10;

interface ScheduleOptions {
  /** A client with the service key. */
  service: SupabaseClient<Database>;
  /** Seconds between two checks for due work: a queued notice waits that long at most. */
  pollSeconds: number;
  /** Functions of this program, by the name that tasks give instead of an Edge function's. */
  ownFunctions?: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>;
  log: Log;
}

/** A function's own reason for its failure; the client knows only that it failed. */
const withReason = async (name: string, error: Error): Promise<Error> => {
  if (!(error instanceof FunctionsHttpError)) return error;
  const response = error.context as Response;
  const body = Object(await response.json().catch(() => null)) as Record<string, unknown>;
  const reason = body.cause ?? body.error ?? body.message ?? `answered ${response.status}`;
  return new Error(`${name}: ${reason}`, { cause: error });
};

/**
 * Runs the tasks of `private.scheduled_tasks` when they are due, concurrently: SQL in the database, Edge
 * functions by a call, `ownFunctions` in this process. A function that returns a `next` has more to do: it is
 * called again with it as `after`. A task's result is recorded in its row, and a failure is logged. Any number of processes
 * may run this: the one that gets a task's row runs it. It uses the public protocol, so a hosted Supabase
 * works in the same way.
 */
export const startSchedule = ({
  service,
  pollSeconds,
  ownFunctions = {},
  log,
}: ScheduleOptions) => {
  let stopped = false;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let inProgress: Promise<void> | null = null;
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
    const own = ownFunctions[functionName];
    if (own) return own(ending.signal);
    let after: string | undefined;
    do {
      const { data, error } = await service.functions.invoke<{ next?: unknown }>(functionName, {
        body: { after },
      });
      if (error) throw await withReason(functionName, error);
      after = typeof data?.next === "string" ? data.next : undefined;
    } while (after !== undefined && !stopped);
    if (after !== undefined) throw new Error("Stopped before the end");
  };

  /** Calls a task's function. The task belongs to this process meanwhile. */
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
    // Cut off by the end of this process, it has not failed: the next one continues it at once.
    if (problem && stopped) await service.rpc("release_task", { p_name: name }).throwOnError();
    else await service.rpc("finish_task", { p_name: name, p_error: words }).throwOnError();
  };

  const run = async (name: string): Promise<void> => {
    if (stopped) return;
    const { data } = await service.rpc("run_task", { p_name: name }).throwOnError();
    const started = data as { function?: string; error?: string | null } | null;
    if (started?.error) failed(name, started.error);
    if (!started?.function) return;
    await callFor(name, started.function);
    // It may have left work for the next time.
    wake();
  };

  const runDue = async (): Promise<void> => {
    const { data: tasks } = await service.rpc("due_tasks").throwOnError();
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
    if (inProgress) {
      again = true;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      let next = pollSeconds;
      inProgress = runDue()
        .catch((error: unknown) => {
          next = RETRY_SECONDS;
          if (!stopped) log.warn("schedule.check_failed", { error });
        })
        .finally(() => {
          inProgress = null;
          const soon = again;
          again = false;
          wake(soon ? GATHER : next * 1000);
        });
    }, delay);
    timer.unref();
  };

  wake(1000);

  const stop = async (): Promise<void> => {
    stopped = true;
    ending.abort();
    clearTimeout(timer);
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      patience = setTimeout(resolve, PATIENCE * 1000);
    });
    const ended = Promise.resolve(inProgress).then(() => Promise.all(running.values()));
    await Promise.race([ended, late]);
    clearTimeout(patience);
  };
  let stopping: Promise<void> | null = null;

  return {
    /**
     * Starts nothing more and waits for running work, for at most `PATIENCE`; once, however often it is
     * called.
     */
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
};
