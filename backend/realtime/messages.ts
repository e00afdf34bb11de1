import type { Core } from "#backend/core/core.ts";
import { type Broadcast, type Broadcasts, envelope } from "./broadcasts.ts";
import { type Channel, roomOf } from "./channel.ts";
import { encodeBytes, isRecord } from "./frames.ts";
import { LIMITS } from "./limits.ts";
import type { Rooms } from "./rooms.ts";

interface Row extends Record<string, unknown> {
  id: string;
  event: string;
  /** JSON. */
  payload: string | null;
  /** In base64. */
  bytes: string | null;
}

const COLUMNS = "id, event, payload::text, encode(binary_payload, 'base64') as bytes";

const payloadOf = ({ payload, bytes }: Pick<Row, "payload" | "bytes">): Broadcast["payload"] =>
  bytes === null ? { json: payload ?? "{}" } : { bytes: Buffer.from(bytes, "base64") };

type StoredBroadcast = Required<Pick<Broadcast, "event" | "payload" | "id">>;

export interface Messages {
  /** Delivers a message that was sent from SQL. */
  receive(line: string): void;
  /** Sends a channel the stored messages of its topic, oldest first, and then what waited for them. */
  replay(channel: Channel): Promise<void>;
  /** Stores a broadcast to a private channel, after it was sent with that id, for so many seconds. */
  store(topic: string, broadcast: StoredBroadcast, seconds: number): Promise<void>;
  /** Deletes expired rows. */
  tidy(): Promise<void>;
}

/**
 * The rows of `realtime.messages`: sent from SQL, stored for a while, replayed to clients that join later.
 */
export const createMessages = (core: Core, rooms: Rooms, broadcasts: Broadcasts): Messages => {
  const { db, log } = core;

  const deliver = (topic: string, isPrivate: boolean, { id, event, ...row }: Row): void =>
    broadcasts.deliver({ room: roomOf(topic, isPrivate), event, payload: payloadOf(row), id });

  const fetchAndDeliver = async (id: string, topic: string, isPrivate: boolean): Promise<void> => {
    const [row] = await db.query<Row>(`select ${COLUMNS} from realtime.messages where id = $1`, [
      id,
    ]);
    if (row) deliver(topic, isPrivate, row);
  };

  /** Messages being fetched, by room: later ones must not arrive before them. */
  const underWay = new Map<string, Promise<void>>();
  const inTurn = (room: string, id: string, work: () => Promise<void> | void): void => {
    const turn = (underWay.get(room) ?? Promise.resolve())
      .then(work)
      .catch((error) => log.error("realtime.message_lost", { id, error }))
      .finally(() => {
        if (underWay.get(room) === turn) underWay.delete(room);
      });
    underWay.set(room, turn);
  };

  const sendStored = async (channel: Channel): Promise<void> => {
    const { replay } = channel.config.broadcast;
    if (!replay || replay.limit === 0) return;
    const rows = await db.query<Row>(
      `select ${COLUMNS} from realtime.messages
       where topic = $1 and private and extension = 'broadcast' and event is not null
         and (expires_at is null or expires_at > now() at time zone 'utc')
         and inserted_at >= to_timestamp($2::double precision / 1000) at time zone 'utc'
       order by inserted_at desc limit $3`,
      [channel.subTopic, Math.min(replay.since, 8_640_000_000_000_000), replay.limit],
    );
    const { topic, socket } = channel;
    for (const { id, event, ...row } of rows.reverse()) {
      channel.replayed(id);
      const meta = { replayed: true, id };
      const payload = payloadOf(row);
      if ("json" in payload) channel.push("broadcast", envelope(event, payload.json, meta));
      else if (!channel.closed) {
        const frame = encodeBytes({ topic, event, bytes: payload.bytes, meta }, socket.version);
        if (frame) socket.send(frame);
      }
    }
  };

  return {
    receive(line) {
      const parsed: unknown = JSON.parse(line);
      if (!isRecord(parsed)) return;
      const { id, topic, event, payload, bytes } = parsed;
      if (typeof id !== "string" || typeof topic !== "string") return;
      const isPrivate = parsed.private === true;
      const room = roomOf(topic, isPrivate);
      if (rooms.members(room).size === 0) return;
      if (typeof event !== "string") {
        inTurn(room, id, () => fetchAndDeliver(id, topic, isPrivate));
        return;
      }
      const whole = () =>
        deliver(topic, isPrivate, {
          id,
          event,
          payload: JSON.stringify(payload ?? {}),
          bytes: typeof bytes === "string" ? bytes : null,
        });
      if (underWay.has(room)) inTurn(room, id, whole);
      else whole();
    },

    replay: (channel) => sendStored(channel).finally(() => channel.endReplay()),

    async store(topic, { event, payload, id }, seconds) {
      const [json, bytes] =
        "bytes" in payload ? [null, payload.bytes.toString("base64")] : [payload.json, null];
      await db.query(
        `insert into realtime.messages
           (id, topic, extension, event, payload, binary_payload, private, skip_broadcast, expires_at)
         values ($1, $2, 'broadcast', $3, $4::jsonb, decode($5, 'base64'), true, true,
           now() at time zone 'utc' + make_interval(secs => $6))`,
        [id, topic, event, json, bytes, seconds],
      );
    },

    async tidy() {
      // Limited, so that a flood is deleted in steps.
      await db.query(
        `delete from realtime.messages where id in (
           select id from realtime.messages
           where inserted_at < now() at time zone 'utc' - make_interval(hours => $1)
             or expires_at < now() at time zone 'utc' limit 10000)`,
        [LIMITS.reserved],
      );
    },
  };
};
