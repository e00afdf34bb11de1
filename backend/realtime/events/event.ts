import type { Channel } from "../channel.ts";
import type { Connection } from "../connection.ts";
import type { RealtimeContext } from "../context.ts";
import type { Incoming } from "../frames.ts";

/** The messages a client may send; `channel` is its joined channel of that topic. */
export type Event = (
  context: RealtimeContext,
  connection: Connection,
  message: Incoming,
  channel: Channel | undefined,
) => void | Promise<void>;
