import type { Event } from "./event.ts";

/** Leaving a channel that was never joined gets the same response: the client wants to be out, and is. */
export const leave: Event = (_context, connection, message, channel) => {
  if (channel) connection.drop(channel);
  connection.reply(message, "ok");
  if (channel) {
    const { joinRef, topic } = channel;
    connection.push({ joinRef, ref: joinRef, topic, event: "phx_close", payload: "{}" });
  }
};
