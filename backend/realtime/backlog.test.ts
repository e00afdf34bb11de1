import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import { Backlog } from "#backend/core/backlog.ts";
import { silentLog } from "#backend/core/log.ts";
import { Connection } from "./connection.ts";

/** A socket whose reader accepts nothing until the test allows it. */
class StuckSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  send(frame: string) {
    this.bufferedAmount += frame.length;
  }
  terminate() {
    this.readyState = 3;
    this.emit("close");
  }
}

const openHouse = (limit: number) => {
  const connections = new Set<Connection>();
  const dropped: number[] = [];
  const backlog = new Backlog(connections, limit, (readers) => dropped.push(readers));
  const open = () => {
    const socket = new StuckSocket();
    const connection = new Connection(
      {
        clock: { now: () => 0 },
        log: silentLog,
        onMessage() {},
        onLeave() {},
        onWaiting: (difference) => backlog.note(difference),
        onEnd: (ended) => connections.delete(ended),
      },
      socket as unknown as WebSocket,
      { key: "key", ip: "127.0.0.1", version: "2.0.0" },
    );
    connections.add(connection);
    return { socket, connection };
  };
  return { open, backlog, dropped, connections };
};

test("the backlog of all sockets together is bounded: the largest is dropped first", () => {
  const { open, backlog, dropped, connections } = openHouse(1000);
  const [little, much, more] = [open(), open(), open()];
  little.connection.send("x".repeat(100));
  much.connection.send("x".repeat(300));
  more.connection.send("x".repeat(500));
  expect([backlog.noted, dropped]).toEqual([900, []]);
  little.connection.send("x".repeat(101));
  expect(dropped).toEqual([1]);
  expect(connections).toEqual(new Set([little.connection, much.connection]));
  expect(backlog.noted).toBe(501);
});

test("no client is disconnected for messages that it read long ago", () => {
  const { open, backlog, dropped } = openHouse(1000);
  const sockets = Array.from({ length: 5 }, open);
  for (const { socket, connection } of sockets) {
    connection.send("x".repeat(900));
    socket.bufferedAmount = 0;
  }
  expect(dropped).toEqual([]);
  expect(backlog.noted).toBeLessThanOrEqual(900);
});

test("a socket that closes discards its queued messages", () => {
  const { open, backlog } = openHouse(1000);
  const { socket, connection } = open();
  connection.send("x".repeat(600));
  expect(backlog.noted).toBe(600);
  socket.terminate();
  expect(backlog.noted).toBe(0);
});
