import type { Bus } from "./bus.ts";
import type { Channel } from "./channel.ts";
import { encode, encodeBytes, isRecord } from "./frames.ts";
import type { Rooms } from "./rooms.ts";

export interface Broadcast {
  room: string;
  event: string;
  /** JSON, or bytes, which only clients of the second version can receive. */
  payload: { json: string } | { bytes: Buffer };
  /** The row of `realtime.messages` that contains it, if any. */
  id?: string;
}

/** What a client receives: `{type, event, payload}`, with the row's id if there is one. */
export const envelope = (event: string, json: string, meta?: object): string =>
  `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${json}${
    meta ? `,"meta":${JSON.stringify(meta)}` : ""
  }}`;

export interface Broadcasts {
  /** To the members here and in every other process, except the sender. */
  send(broadcast: Broadcast, except?: Channel): void;
  /** To the members here only. */
  deliver(broadcast: Broadcast, except?: Channel): void;
  /** A message from another process's `send`. */
  receive(message: Record<string, unknown>): void;
}

export const createBroadcasts = (rooms: Rooms, bus: () => Bus): Broadcasts => {
  const deliver: Broadcasts["deliver"] = ({ room, event, payload, id }, except) => {
    const frames = new Map<string, string | Buffer | null>();
    const meta = id === undefined ? undefined : { id };
    for (const channel of rooms.members(room)) {
      if (channel === except || !channel.mayReceive("broadcast")) continue;
      const { version } = channel.socket;
      const { topic } = channel;
      let frame = frames.get(version);
      if (frame === undefined) {
        if ("bytes" in payload)
          frame = encodeBytes({ topic, event, bytes: payload.bytes, meta }, version);
        else {
          const body = envelope(event, payload.json, meta);
          frame = encode({ topic, event: "broadcast", payload: body }, version);
        }
        frames.set(version, frame);
      }
      if (frame !== null) channel.deliver(frame, id);
    }
  };
  return {
    deliver,
    send(broadcast, except) {
      deliver(broadcast, except);
      const { room, event, payload, id } = broadcast;
      const encoded = "bytes" in payload ? { bytes: payload.bytes.toString("base64") } : payload;
      bus().publish({ kind: "broadcast", room, event, id, ...encoded });
    },
    receive({ room, event, json, bytes, ...rest }) {
      if (typeof room !== "string" || typeof event !== "string") return;
      const id = typeof rest.id === "string" ? rest.id : undefined;
      if (typeof json === "string") deliver({ room, event, payload: { json }, id });
      if (typeof bytes === "string")
        deliver({ room, event, payload: { bytes: Buffer.from(bytes, "base64") }, id });
    },
  };
};

/** The JSON of a payload from outside, or null when it is too large. */
export const measured = (payload: unknown, limit: number): string | null => {
  const json = JSON.stringify(payload ?? {});
  return Buffer.byteLength(json) > limit ? null : json;
};

/** A client's broadcast; null if it is not one. */
export const readBroadcast = (
  payload: Record<string, unknown>,
): { event: string; payload: unknown } | null => {
  const { event } = payload;
  if (typeof event !== "string" || Buffer.byteLength(event) > 255) return null;
  const body = payload.payload ?? {};
  return Buffer.isBuffer(body) || isRecord(body) || Array.isArray(body) || typeof body !== "object"
    ? { event, payload: body }
    : null;
};
