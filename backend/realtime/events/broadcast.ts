import { randomUUID } from "node:crypto";
import { mayStore, mayWrite } from "../authorization.ts";
import { type Broadcast, measured, readBroadcast } from "../broadcasts.ts";
import type { Channel } from "../channel.ts";
import type { RealtimeContext } from "../context.ts";
import { LIMITS } from "../limits.ts";
import { type Persist, PersistRefused, readPersist } from "../persist.ts";
import type { Event } from "./event.ts";

/** Why a broadcast is not sent, as the platform's code; for clients that want to know. */
class NotSent extends Error {}

const measure = (payload: unknown): Broadcast["payload"] => {
  if (Buffer.isBuffer(payload)) {
    if (payload.length > LIMITS.payload) throw new NotSent("payload_size_exceeded");
    return { bytes: payload };
  }
  const json = measured(payload, LIMITS.payload);
  if (json === null) throw new NotSent("payload_size_exceeded");
  return { json };
};

/** The stored part of a broadcast to a private channel, once its policies allow the sending. */
const allowed = async (
  { core }: RealtimeContext,
  channel: Channel,
  persist: unknown,
): Promise<Persist> => {
  const { caller, subTopic: topic } = channel;
  try {
    const requested = readPersist(persist);
    channel.mayWrite ??= await mayWrite(core.api, caller, topic);
    if (!channel.mayWrite.broadcast) throw new NotSent("unauthorized");
    if (requested) channel.mayStore ??= await mayStore(core.api, caller, topic);
    return channel.mayStore ? requested : null;
  } catch (error) {
    if (error instanceof NotSent) throw error;
    if (error instanceof PersistRefused) throw new NotSent("invalid_persist_ttl");
    // A policy that fails lets nobody send.
    core.log.warn("realtime.policy_failed", { topic, error });
    throw new NotSent("rls_policy_error");
  }
};

/** From one client to the others, and stored for those who join later if the sender wants and may. */
export const broadcast: Event = async (context, connection, message, channel) => {
  if (!channel) return connection.reply(message, "error", { reason: "unmatched topic" });
  const { ack, self } = channel.config.broadcast;
  const read = readBroadcast(message.payload);
  if (!read) return connection.reply(message, "error", { reason: "Invalid broadcast" });
  const { event } = read;
  try {
    const persist = channel.config.private
      ? await allowed(context, channel, message.payload.persist)
      : null;
    const payload = measure(read.payload);
    const receivers = context.rooms.members(channel.room).size;
    if (!context.deliveries.take(connection.ip, receivers))
      return channel.shutDown("Too many messages per second");
    await context.deliveries.turnFor(receivers);
    if (channel.closed) return;
    // A client that is sent the stored ones meanwhile knows by the id that it has this one.
    const id = persist ? randomUUID() : undefined;
    context.broadcasts.send({ room: channel.room, event, payload, id }, self ? undefined : channel);
    if (persist && id)
      await context.messages.store(channel.subTopic, { event, payload, id }, persist.ttl);
    if (ack) connection.reply(message, "ok", id ? { id } : {});
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    if (ack) connection.reply(message, "error", { error: error.message });
  }
};
