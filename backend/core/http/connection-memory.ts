import type { Socket } from "node:net";
import type { Backlog, Reader } from "../backlog.ts";

/** Bytes of a request that has been read, with its response. */
const REQUEST = 4_096;

/** A property: a WeakMap's values outlive collections of young objects (see `short-lived-map.ts`). */
const MEMORY = Symbol("what a connection keeps in memory");

type Connected = Socket & { [MEMORY]?: ConnectionMemory };

/** What one connection makes this process keep in memory. */
export class ConnectionMemory implements Reader {
  readonly socket: Connected;
  readonly #backlog: Backlog;
  /** Requests that wait until those before them are answered. */
  #requests = 0;
  #isWatched = false;
  #body = 0;
  #noted = 0;

  constructor(socket: Connected, backlog: Backlog) {
    this.socket = socket;
    this.#backlog = backlog;
    socket[MEMORY] = this;
  }

  get #bytes(): number {
    const { destroyed, writableLength } = this.socket;
    return destroyed ? 0 : this.#requests * REQUEST + this.#body + writableLength;
  }

  /** A request waits; nothing more is read meanwhile. */
  hold(): void {
    this.#requests += 1;
    this.note();
    this.socket.pause();
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#closeQuietly();
    // The request in progress reads on when its body is asked for or thrown away.
    this.socket.on("resume", () => {
      if (this.#requests > 0) this.socket.pause();
    });
  }

  /**
   * When a connection closes, Node makes an error for each request that waits. The stacks of two thousand of them would
   * hold up the event loop for longer than the requests did.
   */
  #closeQuietly(): void {
    const { stackTraceLimit } = Error;
    this.socket.prependOnceListener("close", () => {
      Error.stackTraceLimit = 0;
    });
    this.socket.once("close", () => {
      Error.stackTraceLimit = stackTraceLimit;
    });
  }

  /** A request that waited begins. */
  release(): void {
    this.#requests -= 1;
    this.goOn();
  }

  /** Reads nothing until `goOn`. Returns false if it is not read anyway. */
  pause(): boolean {
    if (this.socket.isPaused()) return false;
    this.socket.pause();
    return true;
  }

  goOn(): void {
    if (this.#requests === 0) this.socket.resume();
  }

  /** So many bytes of a body have arrived; none once it is complete. */
  receive(bytes: number): void {
    this.#body = bytes;
    if (bytes > 0) this.note();
  }

  /** Counts it anew, which may close the connections with the most. */
  note(): void {
    const difference = this.#bytes - this.#noted;
    if (difference === 0) return;
    this.#noted += difference;
    this.#backlog.note(difference);
  }

  recount(): number {
    this.#noted = this.#bytes;
    return this.#noted;
  }

  abandon(): void {
    this.#noted = 0;
    this.socket.destroy();
  }
}

/** Undefined for a connection of a server that does not count (`listen.ts` does). */
export const memoryOf = (socket: Connected | null): ConnectionMemory | undefined =>
  socket?.[MEMORY];
