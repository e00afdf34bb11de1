import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTimedTurns } from "./turns.ts";

/** So many pieces of work, each of which takes as long; says how many each turn of the event loop did. */
const run = async (
  count: number,
  milliseconds: number,
  accept: (turn: number) => number = () => 0,
) => {
  let clock = 0;
  let accepted = 0;
  const done: number[] = [0];
  const turns = createTimedTurns({ milliseconds: 10, now: () => clock, accepted: () => accepted });
  let left = count;
  for (let n = 0; n < count; n += 1)
    void turns().then(async () => {
      // As a page does on its way, without a turn.
      await null;
      clock += milliseconds;
      done[done.length - 1] = (done.at(-1) ?? 0) + 1;
      left -= 1;
    });
  while (left > 0) {
    accepted += accept(done.length);
    await nextTurn();
    done.push(0);
  }
  return done;
};

const most = (done: number[]) => Math.max(...done);

test("short pieces of work share a turn, and a long one has one to itself", async () => {
  expect(most(await run(8, 0.5))).toBe(8);
  expect(most(await run(8, 4))).toBe(3);
  expect(most(await run(8, 25))).toBe(1);
});

test("turns are left to connections that arrive, but not for ever", async () => {
  const crowd = await run(1, 25, (turn) => (turn <= 30 ? 1 : 0));
  expect(crowd.findIndex((count) => count > 0)).toBeGreaterThanOrEqual(30);
  const endless = await run(3, 25, () => 1);
  expect(endless.length).toBeGreaterThan(64 * 3);
  expect(endless.length).toBeLessThan(70 * 3);
});
