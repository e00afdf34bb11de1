// Prints by how many megabytes the heap of a server grows that has sent 1,920 responses, each with 80 kB around it.
// Run by backend/core/http/listen.test.ts with the method of the requests.
import { Agent, request as begin } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readBody } from "../core/http/http.ts";
import { createListener } from "../core/http/listen.ts";

const method = process.argv[2] ?? "GET";
const collect = globalThis.gc;
if (!collect) throw new Error("Please run it with --expose-gc.");

const listener = createListener({ host: "127.0.0.1", port: 0, inUse: "" });
const port = await listener.take();
listener.open(
  async (request) => {
    await readBody(request, 1000);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    return new Response("here");
  },
  () => false,
);
listener.server.on("request", (incoming, response) => {
  const ballast = Array(10_000).fill(0);
  Object.assign(incoming, { ballast });
  Object.assign(response, { ballast });
});

const agent = new Agent({ keepAlive: true });
const minor = () => collect({ type: "minor" });
const request = () =>
  new Promise<void>((resolve) => {
    begin({ port, agent, method }, (response) => response.resume().on("end", resolve)).end(
      method === "POST" ? "a body" : "",
    );
  });
let done = 0;
const requests = (each: number) =>
  Promise.all(
    Array.from(Array(16), async () => {
      for (let n = 0; n < each; n += 1) {
        await request();
        done += 1;
        if (done % 50 === 0) minor();
      }
    }),
  );

await requests(5);
const running = requests(1);
await new Promise((resolve) => listener.server.once("request", resolve));
collect();
await running;
const before = process.memoryUsage().heapUsed;
await requests(120);
minor();
minor();
console.log((process.memoryUsage().heapUsed - before) / 1_000_000);
process.exit();
