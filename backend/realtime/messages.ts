import type { Kernel } from "#backend/kernel/kernel.ts";
import { type Broadcast, type Broadcasts, envelope } from "./broadcasts.ts";
import { type Channel, roomOf } from "./channel.ts";
import { isRecord } from "./frames.ts";
import { LIMITS } from "./limits.ts";
import type { Rooms } from "./rooms.ts";

interface Row extends Record<string, unknown> {
  id: string;
  event: string;
  payload: string;
}

export interface Messages {
  /** Hands on a message that was sent from SQL. */
  receive(line: string): void;
  /** Sends a channel what was kept of its topic, oldest first. */
  replay(channel: Channel): Promise<void>;
  /** Keeps a broadcast for replay and sends it; a text says why it could not be kept. */
  keep(
    topic: string,
    isPrivate: boolean,
    broadcast: Pick<Broadcast, "event" | "payload">,
  ): Promise<string | null>;
  /** Removes what has been kept long enough. */
  tidy(): Promise<void>;
}

/** The rows of `realtime.messages`: sent from SQL, kept for a while, replayed to who joins later. */
export const createMessages = (kernel: Kernel, rooms: Rooms, broadcasts: Broadcasts): Messages => {
  const { db, log } = kernel;

  const deliver = (topic: string, isPrivate: boolean, { id, event, payload }: Row): void =>
    broadcasts.deliver({ room: roomOf(topic, isPrivate), event, payload: { json: payload }, id });

  const fetchAndDeliver = async (id: string, topic: string, isPrivate: boolean): Promise<void> => {
    const [row] = await db.query<Row>(
      "select id, event, coalesce(payload, '{}')::text as payload from realtime.messages where id = $1",
      [id],
    );
    if (row) deliver(topic, isPrivate, row);
  };

  return {
    receive(line) {
      const told: unknown = JSON.parse(line);
      if (!isRecord(told)) return;
      const { id, topic, event, payload } = told;
      if (typeof id !== "string" || typeof topic !== "string") return;
      const isPrivate = told.private === true;
      if (rooms.members(roomOf(topic, isPrivate)).size === 0) return;
      if (typeof event === "string")
        deliver(topic, isPrivate, { id, event, payload: JSON.stringify(payload ?? {}) });
      else
        fetchAndDeliver(id, topic, isPrivate).catch((error) =>
          log.error("realtime.message_lost", { id, error }),
        );
    },

    async replay(channel) {
      const { replay } = channel.config.broadcast;
      if (!replay || replay.limit === 0) return;
      const rows = await db.query<Row>(
        `select id, event, coalesce(payload, '{}')::text as payload from realtime.messages
         where topic = $1 and private and extension = 'broadcast' and event is not null
           and inserted_at >= to_timestamp($2::double precision / 1000) at time zone 'utc'
         order by inserted_at desc limit $3`,
        [channel.subTopic, Math.min(replay.since, 8_640_000_000_000_000), replay.limit],
      );
      for (const { id, event, payload } of rows.reverse()) {
        channel.replayed(id);
        channel.push("broadcast", envelope(event, payload, { replayed: true, id }));
      }
    },

    async keep(topic, isPrivate, { event, payload }) {
      if (!isPrivate) return "Only messages of private channels can be stored";
      if ("bytes" in payload) return "Only JSON can be stored";
      await db.query(
        `insert into realtime.messages (topic, extension, event, payload, private)
         values ($1, 'broadcast', $2, $3::jsonb, true)`,
        [topic, event, payload.json],
      );
      return null;
    },

    async tidy() {
      // Bounded, so that a flood is taken away in steps.
      await db.query(
        `delete from realtime.messages where id in (
           select id from realtime.messages
           where inserted_at < now() at time zone 'utc' - make_interval(hours => $1) limit 10000)`,
        [LIMITS.kept],
      );
    },
  };
};
