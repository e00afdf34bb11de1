import cluster, { type Worker } from "node:cluster";
import { addUp, metrics, type Snapshot } from "../metrics.ts";

/** Milliseconds for a worker; one that is busy for longer is left out. */
const WITHIN = 1_000;

/*
 * A reading of the metrics reaches one of several workers. It asks the primary, which asks the others. They leave
 * out what is the same in all, because each would ask the database for it.
 */
type Message =
  /** From a worker: the others' snapshots are wanted. From the primary: yours is. */
  | { metrics: "wanted"; id: number }
  | { metrics: "mine"; id: number; snapshot: Snapshot }
  | { metrics: "all"; id: number; snapshots: [worker: string, Snapshot][] };

export const isAboutMetrics = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "metrics" in message;

let lastId = 0;
const open = new Map<number, (message: Message) => void>();

/** The message that closes this one, or null if none comes in time. */
const replyTo = (id: number, within: number): Promise<Message | null> =>
  new Promise((resolve) => {
    const close = (message: Message | null) => {
      clearTimeout(timer);
      open.delete(id);
      resolve(message);
    };
    const timer = setTimeout(close, within, null);
    open.set(id, close);
  });

/** In the primary: passes a worker's wish on to the others, and their snapshots back. */
export const gatherMetrics = async (
  worker: Worker,
  message: Message,
  workers: readonly Worker[],
): Promise<void> => {
  if (message.metrics === "mine") return open.get(message.id)?.(message);
  if (message.metrics !== "wanted") return;
  const snapshots = await Promise.all(
    workers
      .filter((each) => each !== worker)
      .map(async (each): Promise<[string, Snapshot][]> => {
        const id = ++lastId;
        const reply = replyTo(id, WITHIN);
        each.send({ metrics: "wanted", id } satisfies Message, () => {});
        const mine = await reply;
        return mine?.metrics === "mine" ? [[String(each.id), mine.snapshot]] : [];
      }),
  );
  worker.send({ metrics: "all", id: message.id, snapshots: snapshots.flat() }, () => {});
};

/** In a worker: answers the primary. */
export const respondWithMetrics = async (message: Message): Promise<void> => {
  if (message.metrics !== "wanted") return open.get(message.id)?.(message);
  const snapshot = await metrics.snapshot({ withSame: false });
  process.send?.({ metrics: "mine", id: message.id, snapshot } satisfies Message);
};

/** The metrics of all processes that serve. */
export const snapshotOfAll = async (): Promise<Snapshot> => {
  const own = await metrics.snapshot();
  if (!cluster.worker || !process.send) return own;
  const id = ++lastId;
  const reply = replyTo(id, 2 * WITHIN);
  process.send({ metrics: "wanted", id } satisfies Message);
  const all = await reply;
  const others = all?.metrics === "all" ? all.snapshots : [];
  return addUp([[String(cluster.worker.id), own], ...others]);
};
