import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { endCut } from "./body.ts";
import { ALWAYS } from "./http.ts";

/** For how long, and for how many bytes, an unwanted body is still read, and how often that is looked at. */
const READ_ON = { milliseconds: 30_000, bytes: 64 * 1_048_576, every: 50 };

/** The state of a connection: the request whose body arrives, and its response. */
const requestsInProgress = new WeakMap<Duplex, [IncomingMessage, ServerResponse]>();

/** Node's own response to an unreadable request. */
const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Milliseconds in which a reader of a truncated body must begin. */
const PATIENCE = 10_000;

/**
 * Lets a caller who closes their side of the connection during a body receive the reason for the refusal;
 * Node would send a bare 400 at once. Only a body read through `bodyOf` can report that it was truncated.
 * Every other one gets Node's response, with the usual headers.
 */
export const rejectCutBodies = (
  server: Server,
  headers: () => Record<string, string> = () => ALWAYS,
): void => {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const [incoming, outgoing] = requestsInProgress.get(socket) ?? [];
    const code = error.code ?? "";
    const refuse = () => {
      const responded = outgoing?.headersSent && !incoming?.complete;
      if (socket.writable && !responded) {
        const lines = Object.entries({ ...headers(), connection: "close" });
        const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
        socket.write(`HTTP/1.1 ${STATUS[code] ?? "400 Bad Request"}\r\n${head}\r\n`);
      }
      socket.destroy(error);
    };
    const early = code === "HPE_INVALID_EOF_STATE" && incoming && outgoing;
    if (!early || outgoing.writableFinished || !endCut(incoming)) {
      refuse();
      return;
    }
    if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
    const timer = setTimeout(refuse, PATIENCE).unref();
    outgoing.once("close", () => clearTimeout(timer));
  });
};

/**
 * Reads the rest of a body after its response, within limits. Closing the connection on a caller who is
 * still sending would lose the response.
 */
export const drainBody = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { socket, headers } = incoming;
  requestsInProgress.set(socket, [incoming, outgoing]);
  if (!headers["transfer-encoding"] && !headers["content-length"]) return;
  outgoing.once("close", () => {
    // Also one that has arrived whole: while a part of it is not read, nothing more is, and no later request.
    if (incoming.readableEnded || incoming.destroyed) return;
    const limit = {
      time: performance.now() + READ_ON.milliseconds,
      bytes: socket.bytesRead + READ_ON.bytes,
    };
    // Node throws a body away that nobody has begun to read, without an event for its pieces.
    const watching = setInterval(() => {
      if (performance.now() < limit.time && socket.bytesRead < limit.bytes) return;
      stop();
      socket.destroySoon();
    }, READ_ON.every).unref();
    const stop = () => clearInterval(watching);
    incoming.once("close", stop);
    incoming.once("end", stop);
    incoming.on("error", stop);
    // A reader that left early may have it wait for `readable`, which a listener of `data` ends.
    incoming.on("data", () => {});
    incoming.resume();
  });
};
