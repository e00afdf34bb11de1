import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { openListener } from "#backend/tests/open-listener.ts";
import { silentLog } from "../log.ts";
import { closeInOrder, run } from "./run.ts";

const open = () => openListener(async () => new Response("here"));

test("background work in progress can still use the port; port and service close after it", async () => {
  const listener = await open();
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const order: string[] = [];
  const closing = closeInOrder(listener, {
    async open() {},
    async stopBackgroundWork() {
      await started;
      // On its own connection, as a function's process has.
      order.push(await (await fetch(listener.url)).text());
    },
    async close() {
      const socket = connect(listener.port, "127.0.0.1");
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      order.push(String(error.code));
    },
  });
  begin();
  await closing;
  expect(order).toEqual(["here", "ECONNREFUSED"]);
});

test("background work that fails keeps nothing open", async () => {
  let closed = false;
  await closeInOrder(await open(), {
    async open() {},
    stopBackgroundWork: () => Promise.reject(new Error("out of order")),
    async close() {
      closed = true;
    },
  });
  expect(closed).toBe(true);
});

test("a start without disk space names the full disk, whatever it was writing", async () => {
  const before = { SIGINT: process.listeners("SIGINT"), SIGTERM: process.listeners("SIGTERM") };
  const starting = run({
    at: { host: "127.0.0.1", port: 0, inUse: "" },
    workers: 1,
    startDatabase: null,
    dataDir: "/srv/site",
    log: silentLog,
    load: async () => ({
      // This device is as full as a disk can be.
      open: async () => writeFileSync("/dev/full", "x"),
      async close() {},
    }),
  });
  await expect(starting).rejects.toThrow(
    /^The disk that holds \/srv\/site is full: make room, then start again\. Nothing is lost by it\. \(ENOSPC/,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    for (const listener of process.listeners(signal))
      if (!before[signal].includes(listener)) process.off(signal, listener);
});
