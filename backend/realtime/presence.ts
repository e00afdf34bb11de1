import { randomBytes } from "node:crypto";
import type { Bus } from "./bus.ts";
import type { Channel } from "./channel.ts";
import { encode, isRecord } from "./frames.ts";
import type { Rooms } from "./rooms.ts";

/** One tracked client; `phx_ref` names this version of what it tracks. */
interface Meta {
  phx_ref: string;
  [key: string]: unknown;
}

interface Entry {
  room: string;
  key: string;
  /** The channel that tracks, and the process to which it is connected. */
  id: string;
  origin: string;
  meta: Meta;
}

type Changes = Record<string, { metas: Meta[] }>;

/**
 * How often a process with tracked clients reports that it is alive, and after how long the others remove
 * it.
 */
const ALIVE_EVERY = 15_000;
const EXPIRES_AFTER = 50_000;

export interface Presence {
  track(channel: Channel, payload: Record<string, unknown>): void;
  untrack(channel: Channel): void;
  /** Sends a channel the current members, if it receives presence. */
  sync(channel: Channel): void;
  /** A message from another process's presence. */
  receive(origin: string, message: Record<string, unknown>): void;
  /** Runs after a gap in the connection between the processes. */
  meetAgain(): void;
  /** Called about every second. */
  inspect(now: number): void;
  /** Informs the others that nobody is tracked here any more. */
  close(): void;
}

const group = (entries: Iterable<Entry>): Changes => {
  const grouped = new Map<string, { metas: Meta[] }>();
  for (const { key, meta } of entries) {
    const known = grouped.get(key);
    if (known) known.metas.push(meta);
    else grouped.set(key, { metas: [meta] });
  }
  // Own properties, whatever the key's name.
  return Object.fromEntries(grouped);
};

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  [value.room, value.key, value.id].every((part) => typeof part === "string") &&
  isRecord(value.meta) &&
  typeof value.meta.phx_ref === "string";

/**
 * The members in all processes together. Each process sends the others its joins and leaves, and sends all
 * of its members to one that has just started. The others remove a process that falls silent.
 */
export const createPresence = (rooms: Rooms, bus: () => Bus, now: () => number): Presence => {
  const byRoom = new Map<string, Map<string, Entry>>();
  const lastSeen = new Map<string, number>();
  let mine = 0;
  let spoke = 0;

  const notify = (room: string, joins: Iterable<Entry>, leaves: Iterable<Entry>): void => {
    const payload = JSON.stringify({ joins: group(joins), leaves: group(leaves) });
    const frames = new Map<string, string>();
    for (const channel of rooms.members(room)) {
      if (!channel.mayReceive("presence")) continue;
      const { version } = channel.socket;
      let frame = frames.get(version);
      if (frame === undefined) {
        frame = encode({ topic: channel.topic, event: "presence_diff", payload }, version);
        frames.set(version, frame);
      }
      channel.socket.send(frame);
    }
  };

  const put = (entry: Entry): void => {
    let entries = byRoom.get(entry.room);
    if (!entries) {
      entries = new Map();
      byRoom.set(entry.room, entries);
    }
    const before = entries.get(entry.id);
    if (before?.meta.phx_ref === entry.meta.phx_ref) return;
    entries.set(entry.id, entry);
    notify(entry.room, [entry], before ? [before] : []);
  };

  const take = (room: string, id: string): Entry | undefined => {
    const entries = byRoom.get(room);
    const before = entries?.get(id);
    if (!entries || !before) return undefined;
    entries.delete(id);
    if (entries.size === 0) byRoom.delete(room);
    notify(room, [], [before]);
    return before;
  };

  const entriesOf = (origin: string): Entry[] =>
    [...byRoom.values()].flatMap((entries) =>
      [...entries.values()].filter((entry) => entry.origin === origin),
    );

  const removeOrigin = (origin: string, except: ReadonlySet<string> = new Set()): void => {
    for (const { room, id } of entriesOf(origin)) if (!except.has(id)) take(room, id);
  };

  const notifyAll = (): void => {
    const entries = entriesOf(bus().origin);
    bus().publish({ kind: "presence.all", entries });
    spoke = now();
  };

  return {
    track(channel, payload) {
      const before = byRoom.get(channel.room)?.get(channel.id);
      const { phx_ref: _taken, phx_ref_prev: _older, ...rest } = payload;
      const meta: Meta = { ...rest, phx_ref: randomBytes(12).toString("base64url") };
      if (before) {
        const { phx_ref: _now, phx_ref_prev: _prev, ...known } = before.meta;
        if (JSON.stringify(known) === JSON.stringify(rest)) return;
        meta.phx_ref_prev = before.meta.phx_ref;
      } else {
        mine++;
        channel.onClose.push(() => this.untrack(channel));
      }
      const { room, presenceKey: key, id } = channel;
      const entry: Entry = { room, key, id, origin: bus().origin, meta };
      put(entry);
      bus().publish({ kind: "presence.join", entry });
    },
    untrack({ room, id }) {
      if (!take(room, id)) return;
      mine--;
      bus().publish({ kind: "presence.leave", room, id });
    },
    sync(channel) {
      if (!channel.mayReceive("presence")) return;
      const entries = byRoom.get(channel.room)?.values() ?? [];
      channel.push("presence_state", JSON.stringify(group(entries)));
    },
    receive(origin, { kind, entry, entries, room, id }) {
      lastSeen.set(origin, now());
      if (kind === "presence.join" && isEntry(entry)) put({ ...entry, origin });
      if (kind === "presence.leave" && typeof room === "string" && typeof id === "string")
        take(room, id);
      if (kind === "presence.all" && Array.isArray(entries)) {
        const known = entries.filter(isEntry);
        removeOrigin(origin, new Set(known.map((each) => each.id)));
        for (const each of known) put({ ...each, origin });
        if (known.length === 0) lastSeen.delete(origin);
      }
      if (kind === "presence.hello" && mine > 0) notifyAll();
    },
    meetAgain() {
      notifyAll();
      bus().publish({ kind: "presence.hello" });
    },
    inspect(moment) {
      if (mine > 0 && moment - spoke > ALIVE_EVERY) {
        spoke = moment;
        bus().publish({ kind: "presence.alive" });
      }
      for (const [origin, last] of lastSeen) {
        if (moment - last <= EXPIRES_AFTER) continue;
        lastSeen.delete(origin);
        removeOrigin(origin);
      }
    },
    close() {
      if (mine > 0) bus().publish({ kind: "presence.all", entries: [] });
    },
  };
};
