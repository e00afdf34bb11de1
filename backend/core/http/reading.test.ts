import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ConnectionMemory } from "./connection-memory.ts";
import { createReading } from "./reading.ts";

/** A connection that says whether it is read. */
const connection = (isRead = true) => {
  const state = {
    isRead,
    pause: () => {
      const wasRead = state.isRead;
      state.isRead = false;
      return wasRead;
    },
    goOn: () => {
      state.isRead = true;
    },
  };
  return state;
};

const start = (...connections: ReturnType<typeof connection>[]) => {
  let clock = 0;
  const note = createReading(new Set(connections as unknown as ConnectionMemory[]), () => clock);
  return {
    read: () => connections.map(({ isRead }) => isRead),
    /** So many requests, each of which takes as long. */
    serve(requests: number, milliseconds: number) {
      for (let n = 0; n < requests; n += 1) {
        note();
        clock += milliseconds;
      }
    },
  };
};

test("requests that are served quickly stop no reading", async () => {
  const { read, serve } = start(connection(), connection());
  for (let turn = 0; turn < 5; turn += 1) {
    serve(10, 1);
    expect(read()).toEqual([true, true]);
    await nextTurn();
  }
});

test("once a turn has read for long, others are read in the next, unless they were stopped before", async () => {
  const { read, serve } = start(connection(), connection(), connection(false));
  await nextTurn();
  for (let turn = 0; turn < 3; turn += 1) {
    serve(5, 6);
    expect(read()).toEqual([false, false, false]);
    await nextTurn();
    expect(read()).toEqual([true, true, false]);
  }
});
