import {
  type Clock,
  HttpError,
  type Log,
  seconds,
  splitAddress,
} from "supabase-compatible-backend/core";
import type { Database } from "supabase-compatible-backend/database";
import { handleApi } from "./api.ts";
import { createDeliveries } from "./deliveries.ts";
import { Fault } from "./faults.ts";
import { type Desk, faultResponse, handleCheckout, handlePortal } from "./pages.ts";
import { priceIdOf } from "./prices.ts";
import { turnOver } from "./renewals.ts";
import { hasSchema, makeSchema } from "./store.ts";

interface TestCheckoutOptions {
  db: Database;
  /** The site's address for browsers: the pages are below it. */
  siteUrl: string;
  /** The site's name, which its admins may change. */
  siteName: () => Promise<string>;
  /** Where the functions reach this process; the site's address by default. */
  apiOrigin?: string;
  /** The function that receives payment events: `<backend>/functions/v1/stripe-webhook`. */
  webhookUrl: string;
  /** Begins with `sk_test_`; proves that our functions call, and signs the pages' forms. */
  secretKey: string;
  /** Begins with `whsec_`; signs what is sent to `webhookUrl`. */
  webhookSecret: string;
  fetch?: typeof globalThis.fetch;
  clock: Clock;
  log: Log;
}

export interface TestCheckout {
  /** Responds below `/_test-checkout`; null for any other address. */
  fetch(request: Request): Promise<Response> | null;
  /** The variables that functions need to use it. */
  env: Record<string, string>;
  /** Sends due events and renews or ends what has run out, as its timer does. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

const PREFIX = "/_test-checkout";

/** Milliseconds between two checks for due work. */
const PULSE = 2_000;

type Address = Pick<TestCheckoutOptions, "siteUrl" | "apiOrigin" | "secretKey" | "webhookSecret">;

const apiUrlOf = ({ apiOrigin, siteUrl }: Address): string =>
  `${(apiOrigin ?? siteUrl).replace(/\/+$/, "")}${PREFIX}/api`;

/** The variables that functions need to use it; known before its database is. */
export const testCheckoutEnvironment = (address: Address): Record<string, string> => ({
  STRIPE_SECRET_KEY: address.secretKey,
  STRIPE_WEBHOOK_SECRET: address.webhookSecret,
  STRIPE_PRICE_MONTHLY: priceIdOf("monthly"),
  STRIPE_PRICE_YEARLY: priceIdOf("yearly"),
  STRIPE_API_URL: apiUrlOf(address),
});

/**
 * Replaces the payment provider if none is configured, in trial mode only. It has the few endpoints that
 * our functions call, pages to pay and to cancel, renewals, and the same signed events, sent until they are
 * accepted. Its state is in the schema `_test_checkout`, made on first use, and survives the process.
 */
export const createTestCheckout = (options: TestCheckoutOptions): TestCheckout => {
  const { db, siteName, webhookUrl, secretKey, webhookSecret, clock, log } = options;
  const siteUrl = options.siteUrl.replace(/\/+$/, "");
  const pages = siteUrl + PREFIX;
  const deliveries = createDeliveries({
    db,
    webhookUrl,
    webhookSecret,
    fetch: options.fetch ?? globalThis.fetch,
    clock,
    log,
  });
  const openDesk = async (): Promise<Desk> => ({
    db,
    deliveries,
    clock,
    secretKey,
    siteUrl,
    siteName: await siteName(),
  });

  let schema: Promise<void> | null = null;
  const firstUse = (): Promise<void> => {
    schema ??= makeSchema(db).catch((error) => {
      schema = null;
      throw error;
    });
    return schema;
  };

  const tick = async (): Promise<void> => {
    if (!schema && !(await hasSchema(db))) return;
    await firstUse();
    while (await db.transaction((tx) => turnOver(tx, deliveries.emit, seconds(clock))));
    await deliveries.flush();
  };

  let closed = false;
  let ticking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const beat = () => {
    ticking = tick()
      .catch((error) => {
        if (!closed) log.warn("test_checkout.tick_failed", { error });
      })
      .then(() => {
        if (!closed) timer = setTimeout(beat, PULSE).unref();
      });
  };
  // The server that receives the events usually begins to listen just after this.
  timer = setTimeout(beat, PULSE / 2).unref();

  const handlePage = async (desk: Desk, request: Request, path: string): Promise<Response> => {
    const [, portal, id] = /^\/(portal\/)?(\w{1,80})$/.exec(path) ?? [];
    if (!id) throw new Fault(404, "Not found");
    if (!["GET", "HEAD", "POST"].includes(request.method)) throw new Fault(405, "Not allowed");
    return portal ? handlePortal(desk, request, id) : handleCheckout(desk, request, id);
  };

  const respond = async (request: Request, path: string): Promise<Response> => {
    await firstUse();
    if (path.startsWith("/api/")) {
      const { emit } = deliveries;
      const response = await handleApi(request, path.slice("/api".length), {
        db,
        emit,
        clock,
        pages,
        secretKey,
      });
      // Nobody waits for the events of a call, but they need not wait for the next check either.
      if (request.method === "POST") void deliveries.flush().catch(() => {});
      return response;
    }
    const desk = await openDesk();
    try {
      return await handlePage(desk, request, path);
    } catch (error) {
      if (error instanceof Fault) return faultResponse(desk, error);
      if (error instanceof HttpError) {
        return faultResponse(desk, new Fault(error.status, error.message));
      }
      throw error;
    }
  };

  return {
    env: testCheckoutEnvironment(options),
    fetch(request) {
      const { path } = splitAddress(request.url);
      const isOwn = path === PREFIX || path.startsWith(`${PREFIX}/`);
      return isOwn ? respond(request, path.slice(PREFIX.length)) : null;
    },
    tick,
    async close() {
      closed = true;
      clearTimeout(timer);
      await deliveries.close();
      await ticking;
    },
  };
};
