import { execFile } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { createListener } from "./listen.ts";

/** Prints by how many megabytes the heap of a server grows that has sent 1,920 responses, each with 80 kB around it. */
const server = (method: string) => `
import { Agent, request as begin } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createListener } from ${JSON.stringify(import.meta.resolve("./listen.ts"))};
const listener = createListener({ host: "127.0.0.1", port: 0, inUse: "" });
import { readBody } from ${JSON.stringify(import.meta.resolve("./http.ts"))};
const port = await listener.take();
const handler = async (request) => {
  await readBody(request, 1000);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  return new Response("here");
};
listener.open(handler, () => false);
listener.server.on("request", (incoming, response) => {
  incoming.ballast = response.ballast = Array(10_000).fill(0);
});
const agent = new Agent({ keepAlive: true });
const minor = () => gc({ type: "minor" });
let done = 0;
const request = () =>
  new Promise((resolve) =>
    begin({ port, agent, method: "${method}" }, (response) => response.resume().on("end", resolve))
      .end("${method === "POST" ? "a body" : ""}"));
const requests = (each) =>
  Promise.all(Array.from(Array(16), async () => {
    for (let n = 0; n < each; n += 1) {
      await request();
      done += 1;
      if (done % 50 === 0) minor();
    }
  }));
await requests(5);
const running = requests(1);
await new Promise((resolve) => listener.server.once("request", resolve));
gc();
await running;
const before = process.memoryUsage().heapUsed;
await requests(120);
minor();
minor();
console.log((process.memoryUsage().heapUsed - before) / 1_000_000);
process.exit();
`;

test.each(["GET", "POST"])(
  "a collection of young objects takes what was sent for a %s",
  async (method) => {
    // V8 itself would collect more often than some requests take.
    const young = ["--min-semi-space-size=64", "--max-semi-space-size=64"];
    const flags = ["--expose-gc", ...young, "--input-type=module", "--eval", server(method)];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(Number(stdout)).toBeLessThan(7);
  },
);

test("idle connections, used before or never, delay no close", async () => {
  const listener = createListener({ host: "127.0.0.1", port: 0, inUse: "" });
  const port = await listener.take();
  listener.open(
    async () => new Response("here"),
    () => false,
  );
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
  const listener = createListener({ host: "127.0.0.1", port: 0, inUse: "" });
  const port = await listener.take();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  listener.open(
    async () => {
      await answered;
      return new Response("here");
    },
    () => false,
  );
  const arrived = new Promise((resolve) => listener.server.once("request", resolve));
  const response = fetch(`http://127.0.0.1:${port}/`);
  await arrived;
  let isAnswered = false;
  const closed = listener.close().then(() => isAnswered);
  await nextTurn();
  isAnswered = true;
  answer();
  expect(await closed).toBe(true);
  expect(await (await response).text()).toBe("here");
});
