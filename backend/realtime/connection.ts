import type { WebSocket } from "ws";
import type { Reader } from "#backend/core/backlog.ts";
import { type Clock, seconds } from "#backend/core/clock.ts";
import type { Log } from "#backend/core/log.ts";
import { createTurns } from "#backend/core/turns.ts";
import type { Channel, ChannelSocket } from "./channel.ts";
import { decode, encode, type Incoming, type Outgoing, type Version } from "./frames.ts";
import { LIMITS } from "./limits.ts";

/** Close codes of RFC 6455: a message that breaks a rule, and one that comes too often. */
const POLICY = 1008;
const TRY_LATER = 1013;

/**
 * Large frames of all sockets are read one per turn of the event loop, so that other requests are served
 * between.
 */
const nextTurn = createTurns();

/** The parts of the service that a socket needs. */
export interface Surroundings {
  clock: Clock;
  log: Log;
  /** Handles a message of a channel; `channel` is undefined if it has not been joined. */
  onMessage(
    connection: Connection,
    message: Incoming,
    channel: Channel | undefined,
  ): void | Promise<void>;
  onLeave(channel: Channel): void;
  /** So many more bytes wait for slow sockets, or fewer. */
  onWaiting(difference: number): void;
  onEnd(connection: Connection): void;
}

/** One socket: reads its frames in order, and writes to it as long as it reads. */
export class Connection implements ChannelSocket, Reader {
  readonly version: Version;
  /** The API key that opened the socket; channels without a token of their own have its rights. */
  readonly key: string;
  /** The address of who opened it. */
  readonly ip: string;
  /** Accounts whose tokens have been used on it. */
  readonly accounts = new Set<string>();
  readonly channels = new Map<string, Channel>();
  readonly #around: Surroundings;
  readonly #socket: WebSocket;
  #lastFrameAt: number;
  #tokens: number = LIMITS.burst;
  #refilled: number;
  #pending = 0;
  /** Large frames that wait to be read; no more are received meanwhile. */
  #large = 0;
  /** Its waiting bytes that the service has counted. */
  #noted = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(
    around: Surroundings,
    socket: WebSocket,
    { key, ip, version }: { key: string; ip: string; version: Version },
  ) {
    this.#around = around;
    this.#socket = socket;
    this.key = key;
    this.ip = ip;
    this.version = version;
    this.#lastFrameAt = this.#refilled = around.clock.now();
    socket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on("close", () => this.#ended());
    // The close that follows says everything that matters.
    socket.on("error", () => {});
  }

  /** Called about every second: closes sockets that are silent or expired. */
  inspect(now: number): void {
    if (now - this.#lastFrameAt > LIMITS.idle * 1000) {
      this.#socket.terminate();
      return;
    }
    const second = Math.floor(now / 1000);
    for (const channel of this.channels.values()) {
      if (channel.endedAt !== null) {
        // A client that signs out sends its next token within this time, and remains connected.
        if (now - channel.endedAt >= LIMITS.ended * 1000) channel.shutDown("Session has ended");
      } else if (!channel.isValid(second))
        channel.shutDown(
          `Token has expired ${second - (channel.caller.claims.exp ?? 0)} seconds ago`,
        );
    }
  }

  /** A client that reads too slowly is dropped; it reconnects and loads again. */
  send(frame: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > LIMITS.buffered) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(frame);
    const waiting = this.#socket.bufferedAmount;
    if (waiting === this.#noted) return;
    const difference = waiting - this.#noted;
    this.#noted = waiting;
    this.#around.onWaiting(difference);
  }

  recount(): number {
    this.#noted = this.isOpen ? this.#socket.bufferedAmount : 0;
    return this.#noted;
  }

  abandon(): void {
    this.#noted = 0;
    this.#socket.terminate();
  }

  push(message: Outgoing): void {
    this.send(encode(message, this.version));
  }

  reply(to: Incoming, status: "ok" | "error", response: unknown = {}): void {
    const { joinRef, ref, topic } = to;
    const payload = JSON.stringify({ status, response });
    this.push({ joinRef, ref, topic, event: "phx_reply", payload });
  }

  /** Removes a channel and everything it held, without a message to the client. */
  drop(channel: Channel): void {
    if (channel.closed) return;
    channel.closed = true;
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic);
    this.#around.onLeave(channel);
    for (const step of channel.onClose.splice(0)) step();
  }

  closeChannel(channel: Channel): void {
    const { joinRef, topic } = channel;
    this.drop(channel);
    this.push({ joinRef, ref: joinRef, topic, event: "phx_close", payload: "{}" });
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#lastFrameAt = this.#around.clock.now();
    const cost = Math.max(1, Math.ceil(data.byteLength / LIMITS.message));
    if (cost === 1) {
      const message = this.#read(data, isBinary);
      if (!message) return;
      if (this.#withinRate(cost)) this.#enqueue(() => this.#handle(message));
      else this.#tooMany(message.topic);
      return;
    }
    if (!this.#withinRate(cost)) {
      this.#tooMany();
      return;
    }
    this.#large++;
    this.#socket.pause();
    this.#enqueue(async () => {
      await nextTurn();
      this.#large--;
      const message = this.isOpen ? this.#read(data, isBinary) : null;
      if (message) await this.#handle(message);
    });
  }

  #read(data: Buffer, isBinary: boolean): Incoming | null {
    const most = this.accounts.size > 0 ? LIMITS.values : undefined;
    const message = decode(data, isBinary, this.version, most);
    if (!message) this.close(POLICY, "Malformed message");
    return message;
  }

  #tooMany(topic?: string): void {
    const channel = topic === undefined ? undefined : this.channels.get(topic);
    if (channel) channel.shutDown("Too many messages per second");
    else this.close(TRY_LATER, "Too many messages per second");
  }

  #enqueue(work: () => Promise<void>): void {
    this.#pending++;
    if (this.#pending > LIMITS.pending) this.#socket.pause();
    this.#work = this.#work.then(work).finally(() => {
      this.#pending--;
      if (this.#socket.isPaused && this.#large === 0 && this.#pending < LIMITS.pending)
        this.#socket.resume();
    });
  }

  #withinRate(cost: number): boolean {
    const now = this.#lastFrameAt;
    this.#tokens = Math.min(
      LIMITS.burst,
      this.#tokens + ((now - this.#refilled) / 1000) * LIMITS.rate,
    );
    this.#refilled = now;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  async #handle(message: Incoming): Promise<void> {
    if (!this.isOpen) return;
    try {
      if (message.topic === "phoenix") {
        if (message.event === "heartbeat") this.reply(message, "ok");
        return;
      }
      const channel = this.channels.get(message.topic);
      if (channel && !channel.isValid(seconds(this.#around.clock))) {
        this.inspect(this.#lastFrameAt);
        const renews = channel.endedAt !== null && message.event === "access_token";
        if (message.event !== "phx_join" && !renews) return;
      }
      await this.#around.onMessage(this, message, channel?.closed ? undefined : channel);
    } catch (error) {
      this.#around.log.error("realtime.failed", { event: message.event, error });
      this.reply(message, "error", { reason: "Unknown Error on Channel" });
    }
  }

  #ended(): void {
    for (const channel of [...this.channels.values()]) this.drop(channel);
    this.#around.onEnd(this);
    this.#around.onWaiting(-this.#noted);
    this.#noted = 0;
  }
}
