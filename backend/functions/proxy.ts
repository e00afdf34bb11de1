import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable, Transform } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { ClientDisconnected } from "#backend/core/errors.ts";
import { bodyOf } from "#backend/core/http/body.ts";
import { refuse } from "./errors.ts";
import type { FunctionProcess } from "./process.ts";

/** Bytes of a request's body. */
const LARGEST_BODY = 20 * 1_048_576;

/** Headers of one connection, not of the message (RFC 9110 section 7.6.1). */
const OF_THE_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

const outgoingHeaders = (
  request: Request,
  { host, ip, requestId }: Passage,
): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers)
    if (!OF_THE_CONNECTION.has(name) && name !== "expect") headers[name] = value;
  return {
    ...headers,
    host,
    "x-forwarded-for": ip,
    ...(requestId ? { "x-request-id": requestId } : {}),
  };
};

const responseHeaders = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!OF_THE_CONNECTION.has(name.toLowerCase()))
      headers.append(name, rawHeaders[index + 1] ?? "");
  }
  return headers;
};

/** Passes at most `LARGEST_BODY` bytes. */
const bounded = (): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > LARGEST_BODY) done(refuse("tooLarge"));
      else done(null, chunk);
    },
  });
};

interface Passage {
  /** Path and query as the function sees them. */
  path: string;
  host: string;
  ip: string;
  requestId?: string;
  /** Seconds without a byte from the function. */
  timeLimit: number;
}

/**
 * Passes a request to a function's process and its response back, both as streams. Throws `idleTimeout` if
 * nothing arrived in time, `tooLarge` for too large a body, and the connection's own error if the process
 * is gone. When the caller leaves, the function's request is aborted.
 */
export const pass = (
  request: Request,
  running: FunctionProcess,
  passage: Passage,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { path, timeLimit } = passage;
    if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) {
      reject(refuse("tooLarge"));
      return;
    }
    const outgoing = httpRequest({
      socketPath: running.socket,
      agent: running.agent,
      method: request.method,
      path,
      headers: outgoingHeaders(request, passage),
    });
    running.busy++;
    const leave = () => outgoing.destroy(new ClientDisconnected());
    request.signal.addEventListener("abort", leave, { once: true });
    const timer = setTimeout(() => outgoing.destroy(refuse("idleTimeout")), timeLimit * 1000);
    outgoing.on("error", reject);
    outgoing.once("close", () => {
      running.busy--;
      clearTimeout(timer);
      request.signal.removeEventListener("abort", leave);
    });
    outgoing.once("response", (incoming) => {
      clearTimeout(timer);
      incoming.setTimeout(timeLimit * 1000, () => incoming.destroy(refuse("idleTimeout")));
      // Node sends no more of a body whose response has ended. It would remain half read for ever, and so
      // would the caller's connection, which behind a proxy is also the next callers'.
      incoming.once("end", () => {
        if (!outgoing.writableFinished) outgoing.destroy();
      });
      const status = incoming.statusCode ?? 500;
      const headers = responseHeaders(incoming);
      if (WITHOUT_BODY.has(status) || request.method === "HEAD") {
        incoming.resume();
        resolve(new Response(null, { status, headers }));
        return;
      }
      const body = Readable.toWeb(incoming) as NodeReadableStream<Uint8Array> as ReadableStream<
        Uint8Array<ArrayBuffer>
      >;
      resolve(new Response(body, { status, headers }));
    });
    const pieces = bodyOf(request);
    if (!pieces) {
      outgoing.end();
      return;
    }
    const body = Readable.from(pieces, { objectMode: false });
    const limit = bounded();
    body.on("error", (error) => outgoing.destroy(error));
    limit.on("error", (error) => outgoing.destroy(error));
    outgoing.once("close", () => body.destroy());
    body.pipe(limit).pipe(outgoing);
  });
