import { mayWrite } from "../authorization.ts";
import { type Broadcast, measured, readBroadcast } from "../broadcasts.ts";
import { LIMITS } from "../limits.ts";
import type { Event } from "./event.ts";

/** From one client to the others; what may not be sent is dropped without a word, as hosted. */
export const broadcast: Event = async (context, connection, message, channel) => {
  if (!channel) return connection.reply(message, "error", { reason: "unmatched topic" });
  const { ack, self } = channel.config.broadcast;
  const read = readBroadcast(message.payload);
  if (!read) return connection.reply(message, "error", { reason: "Invalid broadcast" });
  if (channel.config.private) {
    channel.mayWrite ??= await mayWrite(context.kernel.api, channel.caller, channel.subTopic);
    if (!channel.mayWrite.broadcast) return;
  }
  let payload: Broadcast["payload"];
  if (Buffer.isBuffer(read.payload)) payload = { bytes: read.payload };
  else {
    const json = measured(read.payload, LIMITS.payload);
    if (json === null) {
      if (ack) connection.reply(message, "error", "payload_size_exceeded");
      return;
    }
    payload = { json };
  }
  if ("bytes" in payload && payload.bytes.length > LIMITS.payload) {
    if (ack) connection.reply(message, "error", "payload_size_exceeded");
    return;
  }
  const { persist } = message.payload;
  if (persist !== undefined && persist !== false) {
    const refusal = await context.messages.keep(channel.subTopic, channel.config.private, {
      event: read.event,
      payload,
    });
    return connection.reply(message, refusal ? "error" : "ok", refusal ? { error: refusal } : {});
  }
  context.broadcasts.send(
    { room: channel.room, event: read.event, payload },
    self ? undefined : channel,
  );
  if (ack) connection.reply(message, "ok");
};
