import { expect, it } from "vitest";
import { poolSize, shareMemory } from "./memory.ts";

const GIGABYTE = 1024 ** 3;

it.each([
  // A machine sold with a gigabyte has a little less.
  [0.94, { sharedBuffers: 64, responseCache: 32, connections: 4 }],
  [1.95, { sharedBuffers: 124, responseCache: 64, connections: 8 }],
  [4, { sharedBuffers: 256, responseCache: 64, connections: 8 }],
  [64, { sharedBuffers: 512, responseCache: 64, connections: 8 }],
  [0.25, { sharedBuffers: 64, responseCache: 16, connections: 4 }],
])("shares %d GB", (gigabytes, shares) => {
  expect(shareMemory(gigabytes * GIGABYTE)).toEqual(shares);
});

it.each([
  ["this machine", { embedded: true }, 4],
  ["this machine, for two processes", { embedded: true, workers: 2 }, 2],
  ["this machine, for eight processes", { embedded: true, workers: 8 }, 2],
  ["another machine, whose memory is unknown", { embedded: false }, 8],
  ["another machine, for two processes", { embedded: false, workers: 2 }, 4],
])("a site with one gigabyte and PostgreSQL on %s: %j has pools of %i", (_where, use, size) => {
  expect(poolSize(use, 0.94 * GIGABYTE)).toBe(size);
});
