import type { RequestListener } from "node:http";
import { createTurns } from "../turns.ts";
import { memoryOf } from "./connection-memory.ts";

const nextTurn = createTurns();

/**
 * Serves one request of a connection at a time. Node parses everything that a read brings, up to 64 kB with 2,500
 * requests, and would serve all of them at once. Here those behind the first wait, nothing more is read from their
 * connection meanwhile, and of all connections together one of them begins in each turn of the event loop.
 */
export const inOrder =
  (listener: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    // A response gets its socket when all before it are sent.
    if (outgoing.socket) return listener(incoming, outgoing);
    const { socket } = incoming;
    const memory = memoryOf(socket);
    if (!memory) return listener(incoming, outgoing);
    memory.hold();
    outgoing.once("socket", async () => {
      await nextTurn();
      memory.release();
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
