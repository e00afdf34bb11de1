import { execFile } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { openListener } from "#backend/tests/open-listener.ts";

test.each(["GET", "POST"])(
  "a collection of young objects takes what was sent for a %s",
  async (method) => {
    // V8 itself would collect more often than some requests take.
    const young = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
    const program = path.join(import.meta.dirname, "../../tests/heap-growth.ts");
    const args = ["--expose-gc", ...young, program, method];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(Number(stdout)).toBeLessThan(7);
  },
);

test("idle connections, used before or never, delay no close", async () => {
  const listener = await openListener(async () => new Response("here"));
  const { port } = listener;
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(request({ port, agent }).end(), "response");
  await once(response.resume(), "end");
  const silent = connect(port, "127.0.0.1").on("error", () => {});
  await once(listener.server, "connection");
  // The time after which every connection is closed never comes.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await listener.close();
  agent.destroy();
  silent.destroy();
});

test("closing waits for the requests that run", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const listener = await openListener(() => answered.then(() => new Response("here")));
  const arrived = once(listener.server, "request");
  const response = fetch(listener.url);
  await arrived;
  let isAnswered = false;
  const closed = listener.close().then(() => isAnswered);
  await nextTurn();
  isAnswered = true;
  answer();
  expect(await closed).toBe(true);
  expect(await (await response).text()).toBe("here");
});
