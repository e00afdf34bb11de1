import { createHmac } from "node:crypto";
import { type Clock, readBody, seconds } from "supabase-compatible-backend/core";
import type { Database, Queryable } from "supabase-compatible-backend/database";
import { sameSecret } from "supabase-compatible-backend/project";
import type { Deliveries, Emit } from "./deliveries.ts";
import { Fault } from "./faults.ts";
import { decodeForm, textIn } from "./form.ts";
import { checkoutPage, closedPage, portalPage } from "./markup.ts";
import { pay, statusOf } from "./payments.ts";
import { payLate, skipToEnd } from "./renewals.ts";
import { listOf, take } from "./store.ts";
import { pageHeaders } from "./style.ts";
import { setCancellation } from "./subscriptions.ts";
import type { Subscription } from "./things.ts";

/** Milliseconds that a payer waits for the site to receive the payment; it receives it later anyway. */
const PATIENCE = 5_000;

/** Seconds that the address of a portal page works. */
const PORTAL_LIFE = 60 * 60;

/** Bytes of a posted button. */
const FORM_LIMIT = 4_096;

export interface Desk {
  db: Database;
  deliveries: Deliveries;
  clock: Clock;
  secretKey: string;
  siteUrl: string;
  siteName: string;
}

const tokenOf = (desk: Desk, id: string): string =>
  createHmac("sha256", desk.secretKey).update(`form:${id}`).digest("hex");

const show = (desk: Desk, markup: string, status = 200): Response =>
  new Response(markup, { status, headers: pageHeaders(new URL(desk.siteUrl).origin) });

const redirectTo = (address: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: address, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

/** The pressed button. Another site can send neither our origin nor the form's token. */
const pressed = async (desk: Desk, request: Request, id: string): Promise<string> => {
  const site = request.headers.get("sec-fetch-site");
  const form = decodeForm(new TextDecoder().decode(await readBody(request, FORM_LIMIT)));
  const ours = sameSecret(textIn(form, "token") ?? "", tokenOf(desk, id));
  if (!ours || (site !== null && site !== "same-origin" && site !== "none")) {
    throw new Fault(403, "This form did not come from this page. Go back and try again.");
  }
  return textIn(form, "action") ?? "";
};

const deliverWebhooks = async (desk: Desk): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  // The sender logs a failure, and the worker tries again.
  await Promise.race([desk.deliveries.flush().catch(() => {}), enough]);
  clearTimeout(timer);
};

/** `/_test-checkout/<session>`: Pay, Decline and Cancel. */
export const handleCheckout = async (
  desk: Desk,
  request: Request,
  id: string,
): Promise<Response> => {
  const now = seconds(desk.clock);
  const session = await take(desk.db, "checkout.session", id);
  const status = statusOf(session, now);
  if (status === "complete" && request.method === "POST") return redirectTo(session.success_url);
  if (status !== "open") {
    const message =
      status === "complete"
        ? "You have already paid here. You were not charged again."
        : "This checkout has expired. Please start again.";
    const backUrl = status === "complete" ? session.success_url : session.cancel_url;
    return show(
      desk,
      closedPage(desk.siteName, { title: "Checkout closed", message, backUrl }),
      410,
    );
  }
  if (request.method === "POST") {
    const action = await pressed(desk, request, id);
    if (action === "cancel") return redirectTo(session.cancel_url);
    if (action === "decline") return redirectTo(`${new URL(request.url).pathname}?declined=1`);
    if (action !== "pay") throw new Fault(400, "Choose Pay, Decline or Cancel.");
    await desk.db.transaction((tx) => pay(tx, desk.deliveries.emit, id, now));
    await deliverWebhooks(desk);
    return redirectTo(session.success_url);
  }
  const customer = await take(desk.db, "customer", session.customer);
  const declined = new URL(request.url).searchParams.has("declined");
  return show(
    desk,
    checkoutPage(desk.siteName, { session, customer, token: tokenOf(desk, id), declined }),
  );
};

const runningSubscription = async (
  db: Queryable,
  customer: string,
): Promise<Subscription | null> => {
  const found = await listOf(db, "subscription", { customer, limit: 10 });
  return found.find(({ status }) => status !== "canceled") ?? null;
};

type PortalAct = (tx: Queryable, emit: Emit, on: { id: string; now: number }) => Promise<unknown>;

/** The actions of the portal's buttons. */
const PORTAL_ACTS: Record<string, PortalAct> = Object.assign(Object.create(null), {
  cancel: (tx, emit, on) => setCancellation(tx, emit, { ...on, cancel: true }),
  resume: (tx, emit, on) => setCancellation(tx, emit, { ...on, cancel: false }),
  skip: (tx, emit, on) => skipToEnd(tx, emit, { ...on, fails: false }),
  fail: (tx, emit, on) => skipToEnd(tx, emit, { ...on, fails: true }),
  "pay-late": payLate,
} satisfies Record<string, PortalAct>);

/**
 * `/_test-checkout/portal/<session>`: cancel or continue the subscription, and see what happens at its end.
 */
export const handlePortal = async (desk: Desk, request: Request, id: string): Promise<Response> => {
  const now = seconds(desk.clock);
  const portal = await take(desk.db, "billing_portal.session", id);
  if (portal.created + PORTAL_LIFE < now) {
    const message = "This address has expired. Please open it again from your account.";
    const expired = { title: "Page closed", message, backUrl: portal.return_url };
    return show(desk, closedPage(desk.siteName, expired), 410);
  }
  const subscription = await runningSubscription(desk.db, portal.customer);
  if (request.method === "POST") {
    const act = PORTAL_ACTS[await pressed(desk, request, id)];
    if (!act) throw new Fault(400, "Choose one of the buttons.");
    if (subscription) {
      const { emit } = desk.deliveries;
      await desk.db.transaction((tx) => act(tx, emit, { id: subscription.id, now }));
      await deliverWebhooks(desk);
    }
    return redirectTo(new URL(request.url).pathname);
  }
  const { return_url: returnUrl } = portal;
  return show(
    desk,
    portalPage(desk.siteName, { subscription, returnUrl, token: tokenOf(desk, id) }),
  );
};

/** A page that reports a failure. */
export const faultResponse = (desk: Desk, fault: Fault): Response => {
  const title = fault.status === 404 ? "Page not found" : "This did not work";
  const message = fault.status === 404 ? "There is no checkout at this address." : fault.message;
  const closed = { title, message, backUrl: desk.siteUrl };
  return show(desk, closedPage(desk.siteName, closed), fault.status);
};
