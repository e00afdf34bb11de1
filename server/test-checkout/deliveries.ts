import Stripe from "stripe";
import { type Clock, type Log, seconds } from "supabase-compatible-backend/core";
import type { Database, Queryable } from "supabase-compatible-backend/database";
import { newId, type Thing } from "./things.ts";

/** Writes an event within a transaction; it is sent after the commit. */
export type Emit = (tx: Queryable, type: string, thing: Thing) => Promise<void>;

export interface Deliveries {
  emit: Emit;
  /** Sends due events; resolves when none is left, with true if all were accepted. */
  flush(): Promise<boolean>;
  close(): Promise<void>;
}

/** Milliseconds that one delivery may take. */
const TIMEOUT = 20_000;

/** A delivery is tried again after 1, 2, 4 … at most 60 seconds, until it is accepted. */
const CLAIM = `
  update _test_checkout.deliveries
  set attempts = attempts + 1, due_at = now() + least(2 ^ least(attempts, 10), 60) * interval '1 second'
  where serial = (select serial from _test_checkout.deliveries where due_at <= now()
    order by serial limit 1 for update skip locked)
  returning id, payload, attempts`;

export const createDeliveries = ({
  db,
  webhookUrl,
  webhookSecret,
  fetch,
  clock,
  log,
}: {
  db: Database;
  webhookUrl: string;
  webhookSecret: string;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  log: Log;
}): Deliveries => {
  const closing = new AbortController();

  const send = async (payload: string): Promise<number> => {
    // The receiver compares with its own wall clock, so the movable one does not work here.
    const header = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: webhookSecret,
      timestamp: Math.floor(Date.now() / 1000),
    });
    const response = await fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": header },
      body: payload,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT)]),
    });
    await response.body?.cancel();
    return response.status;
  };

  /** Sends one; null if none is due. */
  const sendNext = async (): Promise<boolean | null> => {
    const [claimed] = await db.query<{ id: string; payload: string; attempts: number }>(CLAIM);
    if (!claimed) return null;
    const { id, payload, attempts } = claimed;
    try {
      const status = await send(payload);
      if (status >= 200 && status < 300) {
        await db.query("delete from _test_checkout.deliveries where id = $1", [id]);
        return true;
      }
      log.warn("test_checkout.event_refused", { id, status, attempts });
    } catch (error) {
      if (!closing.signal.aborted)
        log.warn("test_checkout.event_not_sent", { id, error, attempts });
    }
    return false;
  };

  const sendAll = async (): Promise<boolean> => {
    let allTaken = true;
    while (!closing.signal.aborted) {
      const taken = await sendNext();
      if (taken === null) return allTaken;
      allTaken &&= taken;
    }
    return false;
  };

  let running: Promise<boolean> = Promise.resolve(true);

  return {
    async emit(tx, type, thing) {
      const event = {
        id: newId("evt"),
        object: "event",
        api_version: Stripe.API_VERSION,
        created: seconds(clock),
        type,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        data: { object: thing },
      };
      await tx.query("insert into _test_checkout.deliveries (id, payload) values ($1, $2)", [
        event.id,
        JSON.stringify(event),
      ]);
    },
    // One after the other: an earlier run may have missed later events.
    flush() {
      running = running.then(sendAll, sendAll);
      return running;
    },
    async close() {
      closing.abort();
      await running.catch(() => {});
    },
  };
};
