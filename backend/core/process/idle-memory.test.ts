import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { releaseIdleMemory } from "./idle-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MB = 1024 ** 2;

it("collects once a process is idle, and again only after it has grown", async () => {
  const self = { cpu: 0, heap: 200 * MB };
  let collections = 0;
  const stop = releaseIdleMemory(
    () => ({ ...self }),
    async () => {
      collections += 1;
      self.heap = 50 * MB;
    },
  );
  const pass = (cpuSeconds: number) => {
    self.cpu += cpuSeconds * 1e6;
    return vi.advanceTimersByTimeAsync(30_000);
  };
  await pass(5);
  expect(collections).toBe(0);
  await pass(0.1);
  await pass(0.1);
  expect(collections).toBe(1);
  self.heap = 60 * MB;
  await pass(0.1);
  expect(collections).toBe(1);
  self.heap = 90 * MB;
  await pass(2);
  expect(collections).toBe(1);
  await pass(0.1);
  expect(collections).toBe(2);
  stop();
  self.heap = 900 * MB;
  await pass(0);
  expect(collections).toBe(2);
});

it("really returns what was garbage", async () => {
  const garbage = () => void Array.from({ length: 400_000 }, (_, n) => ({ n, text: `${n}` }));
  for (let n = 0; n < 5; n++) garbage();
  const before = process.memoryUsage().heapUsed;
  const stop = releaseIdleMemory(() => ({ cpu: 0, heap: process.memoryUsage().heapTotal }));
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.poll(() => process.memoryUsage().heapUsed).toBeLessThan(before - 20 * MB);
  stop();
});
