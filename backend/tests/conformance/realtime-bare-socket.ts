import { once } from "node:events";
import { WebSocket } from "ws";
import type { TestBackend } from "#backend/tests/backend.ts";
import { inbox } from "./realtime-world.ts";

/** A bare socket of the second version, for what the official client would never send. */
export const bareSocket = async (
  { url, keys }: Pick<TestBackend, "url" | "keys">,
  {
    query = `apikey=${keys.anon}&vsn=2.0.0`,
    localAddress,
  }: { query?: string; localAddress?: string } = {},
) => {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?${query}`;
  const socket = new WebSocket(address, { localAddress });
  const received = inbox<[unknown, unknown, string, string, Record<string, unknown>]>();
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("message", (data) => received.put(JSON.parse(String(data))));
  await once(socket, "open");
  const say = (...frame: unknown[]) => socket.send(JSON.stringify(frame));
  return {
    socket,
    received,
    closed,
    say,
    /** Gets a response, so that all that was said before has been read. */
    async beat() {
      const before = received.items.length;
      say(null, "1", "phoenix", "heartbeat", {});
      await received.wait(before + 1);
    },
  };
};

/** The frame that joins a channel. */
export const joining = (topic: string, config: object = {}, ref = "1") =>
  [ref, ref, topic, "phx_join", { config }] as const;
