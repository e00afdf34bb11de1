import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { pathToFileURL } from "node:url";
import { denoGlobal, edgeRuntime, type Handler } from "./deno.ts";
import { readImportMap } from "./import-map.ts";
import { installHooks } from "./modules.ts";
import { nodeEnvironment, type Orders, sendToParent } from "./orders.ts";
import { startWatchdog } from "./watchdog.ts";

// The entry of a function's process: ../process.ts starts it with its orders as the only argument.
const orders = JSON.parse(process.argv[2] ?? "{}") as Orders;

const home = dirname(orders.socket);
startWatchdog(orders.memory * 1_048_576, home);
// Node has read these variables; they are not the function's.
for (const name of Object.keys(nodeEnvironment(""))) delete process.env[name];
process.on("disconnect", () => {
  rmSync(home, { recursive: true, force: true });
  process.exit();
});
process.on("message", () => sendToParent({ kind: "pong" }));

let handler: Handler | null = null;
Object.assign(globalThis, {
  Deno: denoGlobal((given) => {
    handler = given;
  }),
  EdgeRuntime: edgeRuntime,
});

const asRequest = (incoming: IncomingMessage, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  headers.delete("connection");
  headers.delete("transfer-encoding");
  const method = incoming.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const origin = new URL(orders.apiUrl).origin;
  return new Request(new URL(`${origin}${incoming.url ?? "/"}`), {
    method,
    headers,
    signal,
    ...(hasBody && {
      body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
      duplex: "half",
    }),
  });
};

const send = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  const headers: [string, string][] = [...response.headers];
  outgoing.writeHead(response.status, headers.flat());
  outgoing.flushHeaders();
  if (response.body) {
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), outgoing);
  } else outgoing.end();
};

/** An uncaught error gets Deno's response; details are only in the log. */
const failed = (error: unknown): Response => {
  console.error(error);
  return new Response("Internal Server Error", { status: 500 });
};

/** Reads the unread rest of a request: its connection is reused, and the next one would wait behind it. */
const drainBody = (incoming: IncomingMessage): void => {
  incoming.removeAllListeners("data");
  incoming.resume();
};

const server = createServer(async (incoming, outgoing) => {
  const disconnected = new AbortController();
  const { promise: completed, resolve: complete } = Promise.withResolvers<void>();
  outgoing.once("finish", () => drainBody(incoming));
  outgoing.once("close", () => {
    complete();
    if (!outgoing.writableFinished) disconnected.abort();
  });
  try {
    const hostname = String(incoming.headers["x-forwarded-for"] ?? "");
    const remoteAddr = { transport: "tcp", hostname, port: 0 } as const;
    const response = await handler?.(asRequest(incoming, disconnected.signal), {
      remoteAddr,
      completed,
    });
    if (!(response instanceof Response)) throw new TypeError("The function gave no Response");
    await send(response, outgoing);
  } catch (error) {
    if (disconnected.signal.aborted) return;
    if (outgoing.headersSent) {
      console.error(error);
      outgoing.destroy();
    } else await send(failed(error), outgoing);
  }
});
server.requestTimeout = 0;
server.headersTimeout = 0;
// Its only client is the keeper, which reuses connections: closing idle ones would cause a race.
server.keepAliveTimeout = 0;

const { map, file } = readImportMap(orders.importMap, orders.entrypoint, orders.folder);
if (file) sendToParent({ kind: "loaded", file });
installHooks(map, orders.folder, (loaded) => sendToParent({ kind: "loaded", file: loaded }));

try {
  const module = await import(pathToFileURL(orders.entrypoint).href);
  const offered: unknown = module.default;
  if (!handler && typeof offered === "function") handler = offered as Handler;
  const { fetch } = (offered ?? {}) as { fetch?: Handler };
  if (!handler && typeof fetch === "function") handler = (...given) => fetch.apply(offered, given);
  if (!handler) throw new Error("The function neither calls Deno.serve nor exports a fetch");
  server.listen(orders.socket, () => sendToParent({ kind: "ready" }));
  // It is ended by a signal, which leaves no time to write.
  flushCompileCache();
} catch (error) {
  console.error(error);
  process.send?.({ kind: "failed", reason: String(error) }, () => process.exit(1));
}
