import { randomUUID } from "node:crypto";
import type { Database } from "#backend/core/database/database.ts";
import type { Log } from "#backend/core/log.ts";

/** The channel of NOTIFY on which the processes of one database communicate. */
const CHANNEL = "realtime";

/** A notification contains 8000 bytes at most; this leaves room for its header. */
const MOST_BYTES = 7_500;

/** Lines waiting for the database; beyond this, messages to other processes are dropped. */
const WAITING = 20_000;

/**
 * Messages of other processes that arrive in parts; the oldest is dropped when this many others are open.
 */
const OPEN = 200;

export interface Bus {
  /** This process's name among the others. */
  readonly origin: string;
  /** Sends to every other process; best effort, as for broadcasts. */
  publish(message: object): void;
  close(): Promise<void>;
}

interface BusHandlers {
  /** A message of another process. */
  onMessage(origin: string, message: Record<string, unknown>): void;
  /** A message from the database itself, sent from SQL. */
  onDatabase(line: string): void;
  /** Messages may have been lost in both directions for a while. */
  onReturn(): void;
}

/**
 * Carries messages between processes through NOTIFY. A line is `#origin:number:part/parts:text`. A text
 * that is too long for one line is split, and the database preserves the order. Lines of one moment share a
 * round trip.
 */
export const createBus = async (
  db: Database,
  log: Log,
  { onMessage, onDatabase, onReturn }: BusHandlers,
): Promise<Bus> => {
  const origin = randomUUID().slice(0, 13);
  const waiting: string[] = [];
  const parts = new Map<string, string[]>();
  let sending: Promise<void> | null = null;
  let count = 0;
  let closed = false;

  const receive = (line: string): void => {
    if (!line.startsWith("#")) {
      onDatabase(line);
      return;
    }
    const match = /^#([^:]+):(\d+):(\d+)\/(\d+):/.exec(line);
    if (!match) return;
    const [head, from = "", number, part, total] = match;
    if (from === origin) return;
    let text = line.slice(head.length);
    if (total !== "1") {
      const key = `${from}:${number}`;
      const known = parts.get(key) ?? [];
      known.push(text);
      if (part !== total) {
        parts.set(key, known);
        for (const oldest of parts.keys()) {
          if (parts.size <= OPEN) break;
          parts.delete(oldest);
        }
        return;
      }
      parts.delete(key);
      // The beginning was sent before this process listened.
      if (known.length !== Number(total)) return;
      text = Buffer.from(known.join(""), "base64").toString("utf8");
    }
    onMessage(from, JSON.parse(text));
  };

  const receiveOwn = (line: string): void => {
    try {
      receive(line);
    } catch (error) {
      log.warn("realtime.bus_message_refused", { error });
    }
  };
  const { stop } = await db.listen(CHANNEL, receiveOwn, () => {
    parts.clear();
    onReturn();
  });

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = waiting.splice(0, 500);
      try {
        await db.query("select pg_notify($1, line) from unnest($2::text[]) as line", [
          CHANNEL,
          lines,
        ]);
      } catch (error) {
        log.warn("realtime.bus_failed", { lost: lines.length, error });
      }
    }
    sending = null;
  };

  return {
    origin,
    publish(message) {
      if (closed || waiting.length > WAITING) return;
      const text = JSON.stringify(message);
      const number = ++count;
      if (Buffer.byteLength(text) <= MOST_BYTES) waiting.push(`#${origin}:${number}:1/1:${text}`);
      else {
        const encoded = Buffer.from(text).toString("base64");
        const total = Math.ceil(encoded.length / MOST_BYTES);
        for (let part = 0; part < total; part++) {
          const piece = encoded.slice(part * MOST_BYTES, (part + 1) * MOST_BYTES);
          waiting.push(`#${origin}:${number}:${part + 1}/${total}:${piece}`);
        }
      }
      // A turn later, so that messages of one moment travel together.
      sending ??= new Promise((resolve) => setImmediate(resolve)).then(send);
    },
    async close() {
      closed = true;
      await sending;
      await stop();
    },
  };
};
