import { expect, test } from "vitest";
import { LIMITS } from "#backend/realtime/limits.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { bareSocket, joining } from "./realtime-bare-socket.ts";
import { startRealtimeWorld } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

test("sockets of one network that send to each other are stopped by what that makes, and others are served", async () => {
  const members = 60;
  const messages = Math.ceil(LIMITS.deliveryBurst / members / members) * 4;
  const sockets = await Promise.all(
    Array.from({ length: members }, () => bareSocket(world.backend)),
  );
  let received = 0;
  let stopped = 0;
  for (const { socket } of sockets)
    socket.on("message", (data) => {
      const text = String(data);
      if (text.includes(`"broadcast"`)) received += 1;
      if (text.includes("Too many messages per second")) stopped += 1;
    });
  for (const { say } of sockets) say(...joining("realtime:crowd", { broadcast: { self: true } }));
  await Promise.all(sockets.map(({ received: replies }) => replies.wait(1)));
  // What a second allows does not grow while a slow machine sends.
  world.backend.clock.stop();
  const frame = { type: "broadcast", event: "e", payload: { x: "y" } };
  for (let n = 0; n < messages; n++)
    for (const { say } of sockets) say("1", "2", "realtime:crowd", "broadcast", frame);
  await expect.poll(() => stopped).toBeGreaterThan(0);
  expect((await fetch(`${world.backend.url}/auth/v1/health`)).status).toBe(200);
  await expect.poll(() => stopped).toBeGreaterThan(members / 6);
  // What every member may get of every message would be four times the burst.
  expect(received).toBeLessThan(LIMITS.deliveryBurst * 3);
  for (const { socket } of sockets) socket.terminate();
  world.backend.clock.start();
});
