import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import type { Service } from "../core/core.ts";
import { createFunctions } from "./functions.ts";

const FIXTURE = path.join(import.meta.dirname, "../tests/conformance/fixtures/functions");

const backend = perFile(() => startTestBackend({ project: FIXTURE }));

/** Calls a function of this name, within its own limits. */
const callIn = (functions: Service, name: string, init?: RequestInit) =>
  functions.fetch(new Request(`${backend.url}/functions/v1/${name}`, init), { ip: "127.0.0.1" });

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("a function's process ends with its parent server, also when that is killed and the function is in a loop", async () => {
  const main = path.join(import.meta.dirname, "keep.fixture.ts");
  const server = spawn(process.execPath, [main, FIXTURE], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  expect(isThere(pid)).toBe(true);
  server.kill("SIGKILL");
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
});

test("a body that a function leaves unread does not delay the next request", async () => {
  const strict = await perTest(createFunctions(backend.core, { timeLimit: 2 }));
  const post = async (body: string) => {
    const response = await callIn(strict, "bad/well", { method: "POST", body });
    await response.text();
    return response.status;
  };
  const fourTimes = (body: string) => Promise.all([1, 2, 3, 4].map(() => post(body)));
  // More than one read, and as much as the connection itself can buffer.
  for (const size of [150_000, 200_000, 250_000]) {
    expect(await fourTimes("x".repeat(size))).toEqual([200, 200, 200, 200]);
    expect(await fourTimes("")).toEqual([200, 200, 200, 200]);
  }
});

/** The responses to a connection that sends a body, waits for the response, and sends the next request. */
const postTwice = async (port: number, path: string, bytes: number): Promise<string[]> => {
  const socket = connect({ port, host: "127.0.0.1" });
  const late = AbortSignal.timeout(5_000);
  let received = "";
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  const receive = async (count: number) => {
    while (statuses().length < count && !late.aborted) {
      const [piece] = await once(socket, "data", { signal: late }).catch(() => [""]);
      received += piece;
    }
  };
  try {
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes, " "));
    await receive(1);
    socket.write("GET /functions/v1/nobody HTTP/1.1\r\nhost: x\r\n\r\n");
    await receive(2);
    return statuses() as string[];
  } finally {
    socket.destroy();
  }
};

test("the next request on the connection of an unread body gets a response", async () => {
  const port = Number(new URL(backend.url).port);
  for (const bytes of [100_000, 500_000, 900_000, 4_000_000])
    expect(await postTwice(port, "/functions/v1/bad/well", bytes)).toEqual(["200", "404"]);
}, 30_000);

test("limits apply to time and memory, and do not affect other functions", async () => {
  const strict = await perTest(createFunctions(backend.core, { timeLimit: 3, memoryLimit: 64 }));
  const call = (name: string) => callIn(strict, name);
  await call("hello");
  let looping = true;
  const looped = call("bad/loop").finally(() => {
    looping = false;
  });
  let responded = 0;
  while (looping) {
    const response = await call("hello");
    await response.text();
    expect(response.status).toBe(200);
    if (looping) responded += 1;
    await pause(100);
  }
  // If they had waited for the loop, none would have arrived before its end.
  expect(responded).toBeGreaterThan(2);
  const loop = await looped;
  expect(loop.status).toBe(546);
  expect(await loop.json()).toMatchObject({ code: "WORKER_LIMIT" });
  expect(loop.headers.get("x-relay-error")).toBe("true");

  const { pid } = (await (await call("bad/well")).json()) as { pid: number };
  const sleep = await call("bad/sleep");
  expect([sleep.status, (await sleep.json()).code]).toEqual([504, "IDLE_TIMEOUT"]);
  // A process that only waits is not ended for it.
  expect(((await (await call("bad/well")).json()) as { pid: number }).pid).toBe(pid);
  const roomy = await perTest(createFunctions(backend.core, { timeLimit: 20, memoryLimit: 64 }));
  for (const how of ["leak", "buffers"]) {
    const response = await callIn(roomy, `bad/${how}`);
    expect([how, response.status]).toEqual([how, 546]);
    expect((await response.json()).code).toBe("WORKER_LIMIT");
  }
}, 60_000);
