import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "#supabase/database.types.ts";
import { startSchedule } from "./schedule.ts";

/** A service client of which only what the schedule asks is there. */
const standIn = () => {
  const asked: string[] = [];
  const more: { next: string }[] = [];
  let due: string[] = [];
  const answer = (data: unknown) => Promise.resolve({ data, error: null });
  const service = {
    rpc(name: string, { p_name = "" } = {}) {
      if (name === "due_tasks") {
        const names = due;
        due = [];
        return answer(names);
      }
      asked.push(p_name);
      if (p_name === "broken") return Promise.resolve({ data: null, error: { message: "broken" } });
      return answer(p_name === "post" ? "deliver" : null);
    },
    functions: {
      invoke(name: string, { body: { after = "" } }: { body: { after?: string } }) {
        asked.push(`function ${name}${after}`);
        return answer(more.shift() ?? {});
      },
    },
  };
  return {
    asked,
    more,
    service: service as unknown as SupabaseClient<Database>,
    owe: (...names: string[]) => {
      due = names;
    },
  };
};

const warnings: string[] = [];
const log = { info() {}, warn: (event: string) => warnings.push(event), error() {} };

beforeEach(() => {
  vi.useFakeTimers();
  warnings.length = 0;
});
afterEach(() => vi.useRealTimers());

it("does what is due at once when woken, calls functions, and goes on after a failure", async () => {
  const { asked, owe, service } = standIn();
  let wake = () => {};
  const schedule = startSchedule({
    service,
    log,
    onWake: async (callback) => {
      wake = callback;
      return async () => {};
    },
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([]);
  owe("broken", "post", "tidy");
  wake();
  wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(["broken", "post", "function deliver", "tidy"]);
  expect(warnings).toEqual(["schedule.task_failed"]);
  await schedule.stop();
});

it("looks by itself, and does nothing after it was stopped", async () => {
  const { asked, owe, service } = standIn();
  const schedule = startSchedule({ service, log, onWake: null });
  owe("tidy");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(["tidy"]);
  owe("tidy");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(["tidy", "tidy"]);
  await schedule.stop();
  owe("tidy");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["tidy", "tidy"]);
});

it("calls a function again that has more to do, and lets what is due go between", async () => {
  const { asked, more, owe, service } = standIn();
  const schedule = startSchedule({ service, log, onWake: null });
  more.push({ next: " two" }, { next: " three" });
  owe("post");
  await vi.advanceTimersByTimeAsync(1_000);
  owe("tidy");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([
    "post",
    "function deliver",
    "function deliver two",
    "tidy",
    "function deliver three",
  ]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toHaveLength(5);
  await schedule.stop();
});
