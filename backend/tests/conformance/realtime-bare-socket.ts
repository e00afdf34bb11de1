import { WebSocket } from "ws";
import { inbox, type RealtimeWorld } from "./realtime-world.ts";

/** A bare socket of the second version, for what the official client would never send. */
export const bareSocket = async (
  world: RealtimeWorld,
  query = `apikey=${world.backend.keys.anon}&vsn=2.0.0`,
) => {
  const url = `${world.backend.url.replace("http", "ws")}/realtime/v1/websocket?${query}`;
  const socket = new WebSocket(url);
  const received = inbox<[unknown, unknown, string, string, Record<string, unknown>]>();
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("message", (data) => received.put(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return {
    socket,
    received,
    closed,
    say: (...frame: unknown[]) => socket.send(JSON.stringify(frame)),
  };
};

/** The frame that joins a channel. */
export const joining = (topic: string, config: object = {}, ref = "1") =>
  [ref, ref, topic, "phx_join", { config }] as const;
