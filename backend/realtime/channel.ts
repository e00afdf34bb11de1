import { randomUUID } from "node:crypto";
import type { Caller } from "#backend/core/tokens/caller.ts";
import type { Allowed, Extension } from "./authorization.ts";
import type { ChannelConfig } from "./config.ts";
import type { Outgoing, Ref, Version } from "./frames.ts";
import { LIMITS } from "./limits.ts";

/** The socket that a channel is on. */
export interface ChannelSocket {
  readonly version: Version;
  send(frame: string | Buffer): void;
  push(message: Outgoing): void;
  closeChannel(channel: Channel): void;
}

/** Where a topic's members meet: a private channel is separate from a public one of the same name. */
export const roomOf = (topic: string, isPrivate: boolean): string =>
  `${isPrivate ? "private" : "public"}:${topic}`;

/** One topic that one socket has joined, and its caller. */
export class Channel {
  readonly id = randomUUID();
  readonly socket: ChannelSocket;
  /** In the client's form, with `realtime:` in front. */
  readonly topic: string;
  readonly subTopic: string;
  readonly room: string;
  readonly joinRef: Ref;
  readonly config: ChannelConfig;
  readonly presenceKey: string;
  caller: Caller;
  token: string | null;
  /** The policies' decision on a private channel; null if they were not checked yet. */
  mayRead: Allowed | null = null;
  mayWrite: Allowed | null = null;
  mayStore: boolean | null = null;
  receivesPresence: boolean;
  closed = false;
  /** When its caller's session was found to have ended; nothing is delivered from then on. */
  endedAt: number | null = null;
  /** Runs once, however the channel ends. */
  onClose: (() => void)[] = [];
  readonly #replayed = new Set<string>();
  /** Broadcasts that wait until the stored ones are sent; null once that is done. */
  #held: { frame: string | Buffer; id: string | undefined }[] | null;
  #heldSize = 0;

  constructor(
    socket: ChannelSocket,
    facts: {
      topic: string;
      joinRef: Ref;
      config: ChannelConfig;
      caller: Caller;
      token: string | null;
    },
  ) {
    this.socket = socket;
    this.topic = facts.topic;
    this.subTopic = facts.topic.slice("realtime:".length);
    this.room = roomOf(this.subTopic, facts.config.private);
    this.joinRef = facts.joinRef;
    this.config = facts.config;
    this.presenceKey = facts.config.presence.key ?? randomUUID();
    this.receivesPresence = facts.config.presence.enabled;
    this.#held = facts.config.broadcast.replay ? [] : null;
    this.caller = facts.caller;
    this.token = facts.token;
  }

  /** Whether the caller's token is still valid at that second. */
  isValid(now: number): boolean {
    if (this.endedAt !== null) return false;
    const { exp } = this.caller.claims;
    return exp === undefined || exp > now;
  }

  mayReceive(extension: Extension): boolean {
    if (this.closed || this.endedAt !== null) return false;
    if (extension === "presence" && !this.receivesPresence) return false;
    return !this.config.private || this.mayRead?.[extension] === true;
  }

  replayed(id: string): void {
    this.#replayed.add(id);
  }

  /**
   * Sends a broadcast unless it was replayed. Until the replay is over it waits: the database reports a
   * message only after its row can be read, so the replay may contain it too.
   */
  deliver(frame: string | Buffer, id: string | undefined): void {
    if (!this.mayReceive("broadcast") || (id !== undefined && this.#replayed.has(id))) return;
    if (!this.#held) {
      this.socket.send(frame);
      return;
    }
    this.#heldSize += frame.length;
    if (this.#heldSize > LIMITS.buffered) this.shutDown("Too many messages during the replay");
    else this.#held.push({ frame, id });
  }

  /** The stored messages are sent, or could not be read: sends what waited for them. */
  endReplay(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { frame, id } of held) this.deliver(frame, id);
  }

  /** `payload` is JSON. */
  push(event: string, payload: string): void {
    if (this.closed) return;
    this.socket.push({ joinRef: this.joinRef, topic: this.topic, event, payload });
  }

  system(extension: "system" | "postgres_changes", status: "ok" | "error", message: string): void {
    const payload = { extension, status, message, channel: this.subTopic };
    this.push("system", JSON.stringify(payload));
  }

  /** Ends the channel from this side, with a reason. */
  shutDown(message: string): void {
    if (this.closed) return;
    this.system("system", "error", message);
    this.socket.closeChannel(this);
  }
}
