import { FunctionsHttpError, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atEnd } from "#backend/tests/per-file.ts";
import type { Database } from "#supabase/database.ts";
import { queryOf } from "#tests/query.ts";
import { startSchedule } from "./schedule.ts";

/** A service client with only the parts that the schedule uses. */
const stub = () => {
  const calls: string[] = [];
  const more: unknown[] = [];
  let due: { name: string; problem: string | null }[] = [];
  let hanging: Promise<void> | null = null;
  const respond = (data: unknown) => Promise.resolve({ data, error: null });
  const answer = async (
    name: string,
    { p_name = "", p_error = "" }: Record<string, string> = {},
  ): Promise<{ data?: unknown; error?: unknown }> => {
    if (name === "due_tasks") {
      const tasks = due;
      due = [];
      return respond(tasks);
    }
    if (name !== "run_task") {
      calls.push([name, p_name, p_error].filter(Boolean).join(" "));
      return respond(null);
    }
    calls.push(p_name);
    if (p_name.startsWith("slow")) await hanging;
    if (p_name === "broken") return { data: null, error: new Error("broken") };
    if (p_name === "faulty") return respond({ error: "out of order" });
    return respond(p_name === "post" ? { function: "deliver" } : { error: null });
  };
  const service = {
    rpc: (name: string, values?: Record<string, string>) => queryOf(answer(name, values)),
    functions: {
      async invoke(name: string, { body: { after = "" } }: { body: { after?: string } }) {
        calls.push(`function ${name}${after}`);
        await hanging;
        const next = more.shift() ?? {};
        return next instanceof Error ? { data: null, error: next } : respond(next);
      },
    },
  };
  return {
    calls,
    more,
    service: service as unknown as SupabaseClient<Database>,
    owe: (...names: string[]) => {
      due = names.map((name) => ({ name, problem: null }));
    },
    oweFaulty: (name: string, problem: string) => {
      due.push({ name, problem });
    },
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hanging = promise;
      return () => {
        hanging = null;
        resolve();
      };
    },
  };
};

/** A schedule that asks every ten seconds until the test ends, beside what it uses. */
const begin = () => {
  const used = stub();
  const schedule = startSchedule({ service: used.service, log, pollSeconds: 10 });
  atEnd(schedule.stop);
  return { ...used, schedule };
};

const warnings: string[] = [];
const log = {
  info() {},
  warn: (event: string, { name, error }: Record<string, unknown> = {}) =>
    warnings.push(`${event} ${name}: ${error instanceof Error ? error.message : error}`),
  error() {},
};

beforeEach(() => {
  vi.useFakeTimers();
  warnings.length = 0;
});
afterEach(() => vi.useRealTimers());

it("runs due work within a second, calls functions, and logs failures", async () => {
  const { calls, owe, oweFaulty, service } = stub();
  const schedule = startSchedule({ service, log, pollSeconds: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual([]);
  owe("broken", "faulty", "post", "tidy");
  oweFaulty("odd", "only_when: no such function");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.join(", ")).toBe("broken, faulty, post, tidy, function deliver, finish_task post");
  expect(warnings.sort()).toEqual([
    "schedule.task_failed broken: broken",
    "schedule.task_failed faulty: out of order",
    "schedule.task_failed odd: only_when: no such function",
  ]);
  await schedule.stop();
});

it("runs by itself, and does nothing after it was stopped", async () => {
  const { calls, owe, schedule } = begin();
  owe("tidy");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual(["tidy"]);
  owe("tidy");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual(["tidy", "tidy"]);
  await schedule.stop();
  owe("tidy");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["tidy", "tidy"]);
});

it("lets slow tasks delay nothing else, and starts none of them twice", async () => {
  const { calls, hang, owe } = begin();
  const release = hang();
  owe("slow", "post");
  await vi.advanceTimersByTimeAsync(1_000);
  owe("slow", "post", "tidy");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual(["slow", "post", "function deliver", "tidy"]);
  // Another process must not call a function that is still running.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls.slice(4)).toEqual(["extend_task post"]);
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.slice(5)).toEqual(["finish_task post"]);
});

it.each([
  [
    { error: "Something went wrong", cause: "Error: connect ECONNREFUSED" },
    "Error: connect ECONNREFUSED",
  ],
  [{ error: "The service is busy. Please try again." }, "The service is busy. Please try again."],
  [
    { code: "WORKER_LIMIT", message: "Function failed due to its limits" },
    "Function failed due to its limits",
  ],
  [null, "answered 503"],
])("names the reason that a function gives: %j", async (body, reason) => {
  const { calls, more, owe } = begin();
  const text = body ? JSON.stringify(body) : "no JSON";
  more.push(new FunctionsHttpError(new Response(text, { status: 503 })));
  owe("post");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual(["post", "function deliver", `finish_task post deliver: ${reason}`]);
});

it("calls a function again that has more to do, and runs other due work beside it", async () => {
  const { calls, more, owe } = begin();
  more.push({ next: " two" }, { next: " three" });
  owe("post");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.join(", ")).toBe(
    "post, function deliver, function deliver two, function deliver three, finish_task post",
  );
});

it("waits for running work when it is stopped, ten seconds in all, however often it is stopped", async () => {
  const { calls, hang, owe, schedule } = begin();
  hang();
  owe("slow");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual(["slow"]);
  let ended = 0;
  for (let time = 0; time < 2; time += 1) void schedule.stop().then(() => (ended += 1));
  await vi.advanceTimersByTimeAsync(9_900);
  expect(ended).toBe(0);
  void schedule.stop().then(() => (ended += 1));
  await vi.advanceTimersByTimeAsync(200);
  expect(ended).toBe(3);
});

it("ends in ten seconds while the database does not say what is due", async () => {
  const service = { rpc: () => new Promise(() => {}) } as unknown as SupabaseClient<Database>;
  const schedule = startSchedule({ service, log, pollSeconds: 10 });
  await vi.advanceTimersByTimeAsync(1_000);
  let ended = false;
  void schedule.stop().then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(10_100);
  expect(ended).toBe(true);
});

it("leaves the rest of a function to the next process when it is stopped", async () => {
  const { calls, hang, more, owe, schedule } = begin();
  const release = hang();
  more.push({ next: " two" });
  owe("post");
  await vi.advanceTimersByTimeAsync(1_000);
  const stopping = schedule.stop();
  release();
  await vi.advanceTimersByTimeAsync(100);
  await stopping;
  expect(calls).toEqual(["post", "function deliver", "release_task post"]);
  expect(warnings).toEqual([]);
});

it("carries out a function of this program itself, and ends it when it stops", async () => {
  const { calls, service, owe } = stub();
  const events: string[] = [];
  const deliver = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      events.push("started");
      signal.addEventListener("abort", () => {
        events.push("aborted");
        reject(new Error("aborted"));
      });
    });
  owe("post");
  const schedule = startSchedule({ service, pollSeconds: 10, ownFunctions: { deliver }, log });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events).toEqual(["started"]);
  await schedule.stop();
  expect(events).toEqual(["started", "aborted"]);
  // A restart is no failure of the task: whoever asks next runs it at once.
  expect(calls).toEqual(["post", "release_task post"]);
});
