import type { Channel } from "../channel.ts";
import type { Connection } from "../connection.ts";
import type { RealtimeContext } from "../context.ts";
import type { Incoming } from "../frames.ts";

/** What a client may push; `channel` is the one of that topic that it has joined. */
export type Event = (
  context: RealtimeContext,
  connection: Connection,
  message: Incoming,
  channel: Channel | undefined,
) => void | Promise<void>;
