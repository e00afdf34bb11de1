import { mayRead, mayWrite } from "../authorization.ts";
import { isRecord } from "../frames.ts";
import { LIMITS } from "../limits.ts";
import type { Event } from "./event.ts";

/** `track` and `untrack`. Tracking also lets the client see the others. */
export const presence: Event = async (context, connection, message, channel) => {
  if (!channel) return connection.reply(message, "error", { reason: "unmatched topic" });
  const receivers = context.rooms.members(channel.room).size;
  if (!context.deliveries.take(connection.ip, receivers))
    return channel.shutDown("Too many messages per second");
  await context.deliveries.turnFor(receivers);
  if (channel.closed) return;
  const event = String(message.payload.event ?? "").toLowerCase();
  if (event === "untrack") {
    context.presence.untrack(channel);
    return connection.reply(message, "ok");
  }
  if (event !== "track")
    return connection.reply(message, "error", { reason: "Unknown presence event" });
  const payload = message.payload.payload ?? {};
  if (!isRecord(payload) || Buffer.isBuffer(payload))
    return connection.reply(message, "error", {
      reason: "Presence track payload must be a map",
    });
  if (Buffer.byteLength(JSON.stringify(payload)) > LIMITS.payload)
    return channel.shutDown("Track message size exceeded");
  if (channel.config.private) {
    const { api } = context.core;
    channel.mayWrite ??= await mayWrite(api, channel.caller, channel.subTopic);
    if (!channel.mayWrite.presence)
      return connection.reply(message, "error", { reason: "Unauthorized" });
    channel.mayRead ??= await mayRead(api, channel.caller, channel.subTopic);
  }
  if (!channel.receivesPresence) {
    channel.receivesPresence = true;
    context.presence.sync(channel);
  }
  context.presence.track(channel, payload);
  connection.reply(message, "ok");
};
