import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { BareResponse } from "./bare.ts";
import type { Order, Report } from "./worker.ts";
import type { World } from "./world.ts";

const here = (file: string) => path.join(import.meta.dirname, file);

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
};

/** Seconds that the last responses of an order may take, under load of others. */
const PATIENCE = 30;

/** A process that makes load, one order at a time. */
export interface Worker {
  run(order: Omit<Order, "id">): Promise<Report>;
  stop(): Promise<void>;
}

export const startWorker = async (world: World): Promise<Worker> => {
  const child = fork(here("worker.ts"));
  child.send({ world });
  await once(child, "message");
  let last = 0;
  return {
    async run(order) {
      const id = ++last;
      child.send({ ...order, id });
      // Left alone by a server that hangs, the bench would wait for ever.
      const patience = AbortSignal.timeout((order.seconds + PATIENCE) * 1000);
      const [report] = (await once(child, "message", { signal: patience })) as [Report];
      if (report.error)
        throw new Error(`${order.names.join(", ")} (${order.side}): ${report.error}`);
      return report;
    },
    stop: () => stop(child),
  };
};

/** The server that does the least; see `bare.ts`. */
export interface Bare {
  port: number;
  /** What the rows are about; must be last, and it is ready then. */
  know(world: World): Promise<void>;
  respond(respond: BareResponse): void;
  stop(): Promise<void>;
}

export const startBare = async (): Promise<Bare> => {
  const child = fork(here("bare.ts"));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    async know(world) {
      child.send({ world });
      await once(child, "message");
    },
    respond: (respond) => void child.send(respond),
    stop: () => stop(child),
  };
};
