import { createHash } from "node:crypto";
import { type Clock, HttpError, json, readBody, seconds } from "supabase-compatible-backend/core";
import type { Database, Queryable } from "supabase-compatible-backend/database";
import { sameSecret } from "supabase-compatible-backend/project";
import type { Emit } from "./deliveries.ts";
import { badParam, Fault } from "./faults.ts";
import { decodeForm, type Form, formIn, textIn, textsOf } from "./form.ts";
import { statusOf } from "./payments.ts";
import { planOf, testPrice } from "./prices.ts";
import { listOf, put, take } from "./store.ts";
import { changePlan, setCancellation } from "./subscriptions.ts";
import { type CheckoutSession, newId, type Price, type Thing } from "./things.ts";

/** Bytes of a request's body. */
const BODY_LIMIT = 65_536;

/** The shortest trial of a checkout, in seconds. */
const SHORTEST_TRIAL = 48 * 60 * 60;

/** Seconds that a checkout is open. */
const SESSION_LIFE = 24 * 60 * 60;

interface Call {
  tx: Queryable;
  emit: Emit;
  now: number;
  /** The address of the pages, without a trailing slash. */
  pages: string;
  /** The `:id` of the path. */
  id: string;
  form: Form;
}

type Result = Thing | Price | { object: "list"; has_more: boolean; url: string; data: Thing[] };
type Endpoint = (call: Call) => Promise<Result>;

const requireField = (form: Form, name: string): string => {
  const value = textIn(form, name);
  if (value === null) {
    throw new Fault(400, `Missing required param: ${name}.`, {
      code: "parameter_missing",
      param: name,
    });
  }
  return value;
};

const address = (form: Form, name: string): string => {
  const value = requireField(form, name);
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw badParam(name, "Not a valid URL");
  return value;
};

const customerIn = async (tx: Queryable, form: Form): Promise<string> =>
  (await take(tx, "customer", requireField(form, "customer"))).id;

const createCustomer: Endpoint = ({ tx, now, form }) =>
  put(tx, {
    id: newId("cus"),
    object: "customer",
    created: now,
    livemode: false,
    email: textIn(form, "email"),
    name: textIn(form, "name"),
    metadata: textsOf(formIn(form, "metadata")),
  });

const readPrice: Endpoint = async ({ id }) => {
  const plan = planOf(id);
  if (!plan) throw new Fault(404, `No such price: '${id}'`, { code: "resource_missing" });
  return testPrice(plan);
};

const createSession: Endpoint = async ({ tx, now, pages, form }) => {
  if (requireField(form, "mode") !== "subscription")
    throw badParam("mode", "Only subscriptions here");
  const customer = await customerIn(tx, form);
  const price = requireField(formIn(formIn(form, "line_items"), "0"), "price");
  const plan = planOf(price);
  if (!plan) {
    throw new Fault(400, `No such price: '${price}'`, {
      code: "resource_missing",
      param: "line_items[0][price]",
    });
  }
  const subscription = formIn(form, "subscription_data");
  const trialEnd = textIn(subscription, "trial_end");
  if (trialEnd !== null && !(Number(trialEnd) >= now + SHORTEST_TRIAL)) {
    throw badParam("subscription_data[trial_end]", "It has to be at least 2 days in the future");
  }
  const id = newId("cs");
  return put(tx, {
    id,
    object: "checkout.session",
    created: now,
    expires_at: now + SESSION_LIFE,
    livemode: false,
    mode: "subscription",
    status: "open",
    payment_status: "unpaid",
    amount_total: trialEnd === null ? plan.pence : 0,
    currency: "gbp",
    customer,
    client_reference_id: textIn(form, "client_reference_id"),
    metadata: textsOf(formIn(form, "metadata")),
    subscription: null,
    invoice: null,
    success_url: address(form, "success_url"),
    cancel_url: address(form, "cancel_url"),
    url: `${pages}/${id}`,
    price_id: price,
    subscription_metadata: textsOf(formIn(subscription, "metadata")),
    trial_end: trialEnd === null ? null : Number(trialEnd),
  });
};

const asOf = (session: CheckoutSession, now: number): CheckoutSession => {
  const status = statusOf(session, now);
  return { ...session, status, url: status === "open" ? session.url : null };
};

const expireSession: Endpoint = async ({ tx, now, id }) => {
  const session = await take(tx, "checkout.session", id);
  if (statusOf(session, now) !== "open") {
    throw new Fault(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
  }
  return put(tx, { ...session, status: "expired", url: null });
};

type Listed = "checkout.session" | "subscription" | "invoice";

/**
 * A page of at most a hundred, newest first, after `starting_after`. `keep` filters each entry by the
 * call's parameters.
 */
const list =
  (url: string, kind: Listed, keep: (thing: Thing, form: Form) => boolean) =>
  async ({ tx, now, form }: Call): Promise<Result> => {
    const limit = Math.min(Math.max(Number(textIn(form, "limit") ?? 10) || 10, 1), 100);
    const after = textIn(form, "starting_after");
    const found = await listOf(tx, kind, {
      customer: textIn(form, "customer"),
      after,
      limit: limit + 1,
    });
    const data = found
      .slice(0, limit)
      .map((thing) => (thing.object === "checkout.session" ? asOf(thing, now) : thing))
      .filter((thing) => keep(thing, form));
    return { object: "list", has_more: found.length > limit, url, data };
  };

const isOf = (thing: Thing, form: Form): boolean => {
  const status = textIn(form, "status");
  const subscription = textIn(form, "subscription");
  if (thing.object === "invoice" && subscription) {
    if (thing.parent.subscription_details.subscription !== subscription) return false;
  }
  // Without a requested status, the provider leaves out cancelled subscriptions.
  if (thing.object === "subscription" && status === null) return thing.status !== "canceled";
  if (!("status" in thing) || status === null || status === "all") return true;
  return thing.status === status;
};

const updateSubscription: Endpoint = async ({ tx, emit, now, id, form }) => {
  const priceId = textIn(formIn(formIn(form, "items"), "0"), "price");
  if (priceId) return changePlan(tx, emit, { id, priceId, now });
  const cancel = requireField(form, "cancel_at_period_end");
  if (cancel !== "true" && cancel !== "false") {
    throw badParam("cancel_at_period_end", "Invalid boolean");
  }
  return setCancellation(tx, emit, { id, cancel: cancel === "true", now });
};

const createPortal: Endpoint = async ({ tx, now, pages, form }) => {
  const id = newId("bps");
  return put(tx, {
    id,
    object: "billing_portal.session",
    created: now,
    livemode: false,
    customer: await customerIn(tx, form),
    return_url: address(form, "return_url"),
    url: `${pages}/portal/${id}`,
  });
};

/** Money that was never taken is never refunded. */
const noRefunds: Endpoint = async () => ({
  object: "list",
  has_more: false,
  url: "/v1/refunds",
  data: [],
});

/** The part of the provider's API that the functions call. `:id` is one segment. */
const ROUTES: readonly [method: string, path: string, endpoint: Endpoint][] = [
  ["POST", "/v1/customers", createCustomer],
  ["GET", "/v1/customers/:id", ({ tx, id }) => take(tx, "customer", id)],
  ["GET", "/v1/prices/:id", readPrice],
  ["POST", "/v1/checkout/sessions", createSession],
  ["GET", "/v1/checkout/sessions", list("/v1/checkout/sessions", "checkout.session", isOf)],
  [
    "GET",
    "/v1/checkout/sessions/:id",
    async ({ tx, id, now }) => asOf(await take(tx, "checkout.session", id), now),
  ],
  ["POST", "/v1/checkout/sessions/:id/expire", expireSession],
  ["GET", "/v1/subscriptions", list("/v1/subscriptions", "subscription", isOf)],
  ["GET", "/v1/invoices", list("/v1/invoices", "invoice", isOf)],
  ["GET", "/v1/refunds", noRefunds],
  ["GET", "/v1/subscriptions/:id", ({ tx, id }) => take(tx, "subscription", id)],
  ["POST", "/v1/subscriptions/:id", updateSubscription],
  ["POST", "/v1/billing_portal/sessions", createPortal],
];

const routeFor = (method: string, path: string): { endpoint: Endpoint; id: string } => {
  for (const [verb, pattern, endpoint] of ROUTES) {
    const found = new RegExp(`^${pattern.replace(":id", "(\\w+)")}$`).exec(path);
    if (verb === method && found) return { endpoint, id: found[1] ?? "" };
  }
  throw new Fault(404, `Unrecognized request URL (${method}: ${path}).`);
};

/**
 * Runs a POST once for each idempotency key. A repetition gets the first response, a different request
 * under the same key gets 400, and two at once queue. A failure is not stored and may be tried again.
 */
const once = async (
  tx: Queryable,
  { key, request }: { key: string; request: string },
  work: () => Promise<Result>,
): Promise<unknown> => {
  await tx.query("select pg_advisory_xact_lock(hashtext('_test_checkout'), hashtext($1))", [key]);
  const [before] = await tx.query<{ request: string; body: unknown }>(
    "select request, body from _test_checkout.answers where key = $1",
    [key],
  );
  if (before && before.request !== request) {
    throw new Fault(
      400,
      "Keys for idempotent requests can only be used with the same parameters.",
      {
        type: "idempotency_error",
      },
    );
  }
  if (before) return before.body;
  const result = await work();
  await tx.query("insert into _test_checkout.answers (key, request, body) values ($1, $2, $3)", [
    key,
    request,
    JSON.stringify(result),
  ]);
  return result;
};

/** Responds to one call of the provider's API; `path` begins with `/v1`. */
export const handleApi = async (
  request: Request,
  path: string,
  {
    db,
    emit,
    clock,
    pages,
    secretKey,
  }: { db: Database; emit: Emit; clock: Clock; pages: string; secretKey: string },
): Promise<Response> => {
  try {
    const key = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (!key || !sameSecret(key, secretKey)) throw new Fault(401, "Invalid API Key provided");
    const { endpoint, id } = routeFor(request.method, path);
    const text =
      request.method === "POST"
        ? new TextDecoder().decode(await readBody(request, BODY_LIMIT))
        : new URL(request.url).search.slice(1);
    const form = decodeForm(text);
    const idempotency = request.method === "POST" && request.headers.get("idempotency-key");
    const result = await db.transaction<unknown>((tx) => {
      const work = () => endpoint({ tx, emit, now: seconds(clock), pages, id, form });
      if (!idempotency) return work();
      const digest = createHash("sha256").update(`${path}\n${text}`).digest("hex");
      return once(tx, { key: idempotency, request: digest }, work);
    });
    return json(result, 200, { "request-id": newId("req") });
  } catch (error) {
    if (error instanceof Fault) return json(error.body, error.status);
    if (error instanceof HttpError) {
      return json(new Fault(error.status, error.message).body, error.status);
    }
    throw error;
  }
};
