import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { createDatabase } from "#backend/core/database/database.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import { openConnection, wire } from "./http-load.ts";
import { median } from "./rounds.ts";
import { cpuSeconds, throwAwayFolder } from "./site.ts";
import { markdown } from "./table.ts";

/**
 * What confirming that a cached page is current costs at least: a server of Node that sends the same 11 kB to
 * everybody, at once or after the listening connection has confirmed that nothing changed. Server, database and
 * generator share the machine, as in all benches: `node tests/bench/confirmation.ts [rounds] [seconds]`.
 */

const BYTES = 11_000;

const serve = async (): Promise<void> => {
  const { folder, remove } = throwAwayFolder();
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog, onExit: () => {} });
  const db = createDatabase({ connection: embedded.connection, size: 1, log: silentLog });
  const { caughtUp } = await db.listen("changes", () => {});
  const body = Buffer.alloc(BYTES, "x");
  const server = createServer(async (request, response) => {
    if (request.url === "/confirmed" && !(await caughtUp())) throw new Error("The line is down");
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": BYTES })
      .end(body);
  });
  server.listen(0, "127.0.0.1", () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  );
  await once(process, "disconnect");
  server.closeAllConnections();
  await db.close();
  await embedded.stop();
  remove();
  process.exit(0);
};

const run = async (port: number, pid: number, path: string, many: number, seconds: number) => {
  const connections = await Promise.all(Array.from({ length: many }, () => openConnection(port)));
  const request = wire(`127.0.0.1:${port}`, { path });
  const before = cpuSeconds(pid) ?? Number.NaN;
  const start = performance.now();
  let done = 0;
  await Promise.all(
    connections.map(async (each) => {
      for (; performance.now() - start < seconds * 1000; done++) await each.send(request);
      each.close();
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  const micros = (((cpuSeconds(pid) ?? Number.NaN) - before) * 1e6) / done;
  return { perSecond: done / elapsed, micros };
};

const PATHS = ["/at-once", "/confirmed"];
const CONNECTIONS = [8, 64];

const measure = async (rounds: number, seconds: number): Promise<void> => {
  const child = fork(import.meta.filename, ["serve"]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const cases = CONNECTIONS.flatMap((many) => PATHS.map((path) => ({ many, path })));
  const results = cases.map((): Awaited<ReturnType<typeof run>>[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { many, path }] of cases.entries()) {
      const result = await run(port, child.pid ?? 0, path, many, round === 0 ? 0.5 : seconds);
      if (round > 0) results[index]?.push(result);
    }
  }
  const rows = cases.map(({ many, path }, index) => [
    `${many} connections, ${path.slice(1).replace("-", " ")}`,
    median((results[index] ?? []).map(({ perSecond }) => perSecond)).toFixed(0),
    median((results[index] ?? []).map(({ micros }) => micros)).toFixed(0),
  ]);
  const table = markdown([["the least server", "a second", "Node µs"], ...rows]);
  process.stdout.write(
    `${table}\nLoad ${(loadavg()[0] ?? 0).toFixed(1)}, Node ${process.version}\n`,
  );
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
};

const [first = "5", second = "2"] = process.argv.slice(2);
if (first === "serve") await serve();
else await measure(Number(first), Number(second));
