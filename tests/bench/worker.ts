import pg from "pg";
import { Batch, DRIVER_CONNECTIONS, type Run, type Statement } from "./batch.ts";
import type { Case } from "./case.ts";
import { cases } from "./cases.ts";
import { type HttpConnection, openConnection, wire } from "./http-load.ts";
import type { World } from "./world.ts";

/**
 * A process that makes load: by HTTP on the site or the bare server, or straight on the driver. It is
 * one process for all three, so that what it costs itself is the same on every side.
 */

export type Side = "service" | "straight" | "bare";

export interface Order {
  id: number;
  side: Side;
  /** Names of cases; several are taken in turn. */
  names: string[];
  seconds: number;
  /** Work begins at this number, so that no two orders do the same piece of writing. */
  from: number;
  connections?: number;
  /** Pieces of work a second, begun on time however late earlier ones are; else as many as go. */
  rate?: number;
}

export interface Report {
  id: number;
  error?: string;
  done: number;
  /** The number after the last piece of work begun. */
  next: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Mean bytes of a response with its head. */
  bytes: number;
}

/** Does the n-th piece of work on its own connection; returns the bytes of the responses. */
type Loop = (n: number) => Promise<number>;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const serve = (world: World) => {
  const all = new Map(cases(world).map((each) => [each.name, each]));
  const clients = new Map<string, pg.Client[]>();

  const clientAs = async (user: string, index: number): Promise<pg.Client> => {
    const open = clients.get(user) ?? [];
    clients.set(user, open);
    if (!open[index]) {
      const client = new pg.Client({ host: world.socket, user, database: "postgres" });
      await client.connect();
      open[index] = client;
    }
    return open[index];
  };

  /** The bare server only gets the number of the work. */
  const httpLoop =
    (connection: HttpConnection, host: string, todo: Case[], path?: string): Loop =>
    async (n) => {
      const each = todo[n % todo.length];
      let bytes = 0;
      for (const [part, request] of (each?.requests(n) ?? []).entries())
        bytes += await connection.send(
          wire(host, path ? { ...request, path: `${path}?${n}.${part}` } : request),
        );
      return bytes;
    };

  const directLoop =
    (run: Run, todo: Case[]): Loop =>
    async (n) => {
      const work = todo[n % todo.length]?.straight?.(n);
      if (!work) return 0;
      if (typeof work === "function") {
        await work(run);
        return 0;
      }
      let bytes = 0;
      for (const statements of work) bytes += (await run(statements))?.length ?? 0;
      return bytes;
    };

  const loopFor = async (
    order: Order,
    todo: Case[],
    index: number,
    opened: HttpConnection[],
  ): Promise<Loop> => {
    if (order.side === "straight") {
      const client = await clientAs(todo[0]?.enters ?? "authenticator", index);
      return directLoop(
        (statements: Statement[]) => client.query(new Batch(statements)).done,
        todo,
      );
    }
    const port = order.side === "bare" ? world.barePort : world.port;
    const [first = ""] = order.names;
    const path = order.side === "bare" ? `/${encodeURIComponent(first)}` : undefined;
    const connection = await openConnection(port);
    opened.push(connection);
    return httpLoop(connection, `127.0.0.1:${port}`, todo, path);
  };

  return async (order: Order): Promise<Report> => {
    const todo = order.names.map((name) => {
      const found = all.get(name);
      if (!found) throw new Error(`There is no case named ${name}`);
      return found;
    });
    const wanted =
      order.connections ??
      (order.side === "straight" && !todo[0]?.enters
        ? DRIVER_CONNECTIONS
        : (todo[0]?.connections ?? 1));
    const loops: Loop[] = [];
    // New lines for each order: a server closes those that were idle for a while.
    const opened: HttpConnection[] = [];
    for (let index = 0; index < wanted; index++)
      loops.push(await loopFor(order, todo, index, opened));

    const times: number[] = [];
    let next = order.from;
    let bytes = 0;
    const startedAt = performance.now();
    const until = startedAt + order.seconds * 1000;
    const closed = async (loop: Loop) => {
      for (let now = performance.now(); now < until; ) {
        // Never `bytes += await …`, which would lose what the other lanes add meanwhile.
        const got = await loop(next++);
        bytes += got;
        const then = performance.now();
        times.push(then - now);
        now = then;
      }
    };
    const paced = async (loop: Loop, rate: number) => {
      for (;;) {
        const n = next++;
        const due = startedAt + ((n - order.from) * 1000) / rate;
        if (due >= until) return;
        const early = due - performance.now();
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
        // A timer may be a millisecond late, which is not the server's fault; a busy lane is.
        const since = early > 0 ? performance.now() : due;
        const got = await loop(n);
        bytes += got;
        times.push(performance.now() - since);
      }
    };
    await Promise.all(loops.map((loop) => (order.rate ? paced(loop, order.rate) : closed(loop))));
    for (const connection of opened) connection.close();
    const seconds = (performance.now() - startedAt) / 1000;
    times.sort((a, b) => a - b);
    return {
      id: order.id,
      done: times.length,
      next,
      seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      bytes: times.length ? bytes / times.length : 0,
    };
  };
};

let carryOut: ((order: Order) => Promise<Report>) | null = null;

process.on("message", (message: { world: World } | Order) => {
  if ("world" in message) {
    carryOut = serve(message.world);
    process.send?.({ id: 0 });
    return;
  }
  void carryOut?.(message)
    .catch((error: unknown) => ({ id: message.id, error: String(error) }))
    .then((report) => process.send?.(report));
});
// The process that gives the orders has ended.
process.on("disconnect", () => process.exit(0));
