import Stripe from "stripe";
import { afterEach, beforeEach, expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { createTestCheckout, type TestCheckout } from "./test-checkout.ts";

const SITE = "https://site.example";
const SECRET = "whsec_for_the_test";
const DAY = 86_400;

const database = perFile(testDatabase);
let checkout: TestCheckout;
let moved = 0;
/** What the site received, in order, and whether it accepts events. */
let received: Stripe.Event[];
let deaf = false;

const start = () =>
  createTestCheckout({
    db: database.db,
    siteUrl: `${SITE}/`,
    siteName: async () => "Example & Co",
    webhookUrl: `${SITE}/functions/v1/stripe-webhook`,
    secretKey: "sk_test_key",
    webhookSecret: SECRET,
    clock: { now: () => Date.now() + moved * 1000 },
    log: { info() {}, warn() {}, error() {} },
    fetch: async (_input, init) => {
      if (deaf) return new Response(null, { status: 503 });
      const headers = new Headers(init?.headers);
      received.push(
        await Stripe.webhooks.constructEventAsync(
          String(init?.body),
          headers.get("stripe-signature") ?? "",
          SECRET,
        ),
      );
      return new Response("{}");
    },
  });

beforeEach(async () => {
  await database.db.query("drop schema if exists _test_checkout cascade");
  moved = 0;
  received = [];
  deaf = false;
  checkout = start();
});
afterEach(async () => {
  await checkout.close();
});

const request = async (path: string, init?: RequestInit) => {
  const response = await checkout.fetch(new Request(new URL(path, SITE), init));
  if (!response) throw new Error("Not its address");
  return response;
};

/** The official library, connected to the test checkout without a socket. */
const stripe = () =>
  new Stripe("sk_test_key", {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((input, init) =>
      request(
        String(input).replace("https://api.stripe.com", `${SITE}/_test-checkout/api`),
        init as RequestInit,
      ),
    ),
  });

const open = async (price = "price_test_monthly") => {
  const customer = await stripe().customers.create({ email: "<b>&'\"@x.example" });
  return stripe().checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata: { user_id: "u1" } },
    success_url: `${SITE}/ok`,
    cancel_url: `${SITE}/no`,
  });
};

const press = async (address: string, action: string) => {
  const markup = await (await request(address)).text();
  const token = /name="token" value="(\w+)"/.exec(markup)?.[1] ?? "";
  return request(address, { method: "POST", body: new URLSearchParams({ token, action }) });
};

const buy = async () => {
  const session = await open();
  await press(session.url ?? "", "pay");
  const { subscription } = await stripe().checkout.sessions.retrieve(session.id);
  return { session, subscription: String(subscription) };
};

const types = () => received.map(({ type }) => type);

const there = async () => {
  const rows = await database.db.query("select from pg_namespace where nspname = '_test_checkout'");
  return rows.length > 0;
};

it("its state is not in the database before anybody uses it", async () => {
  await checkout.tick();
  expect(await checkout.fetch(new Request(`${SITE}/membership`))).toBeNull();
  expect(await checkout.fetch(new Request(`${SITE}/_test-checkouts/x`))).toBeNull();
  expect(await there()).toBe(false);
  await request("/_test-checkout/nothing");
  expect(await there()).toBe(true);
});

it("its state survives the process, including events that were not processed", async () => {
  deaf = true;
  const { session } = await buy();
  expect(received).toEqual([]);
  await checkout.close();
  deaf = false;
  checkout = start();
  await database.db.query("update _test_checkout.deliveries set due_at = now()");
  await checkout.tick();
  expect(types().sort().join(" ")).toBe(
    "checkout.session.completed customer.subscription.created invoice.paid",
  );
  expect((await stripe().checkout.sessions.retrieve(session.id)).status).toBe("complete");
});

it("accepts one payment from many clicks at once", async () => {
  const session = await open();
  const url = session.url ?? "";
  const presses = await Promise.all(Array.from({ length: 5 }, () => press(url, "pay")));
  expect(presses.map(({ status }) => status).every((status) => [303, 410].includes(status))).toBe(
    true,
  );
  expect(types().filter((type) => type === "customer.subscription.created")).toHaveLength(1);
});

it("its interface admits nobody without the key", async () => {
  for (const authorization of ["", "Bearer sk_test_other", "Basic c2tfdGVzdF9rZXk6"]) {
    const response = await request("/_test-checkout/api/v1/customers", {
      method: "POST",
      headers: { authorization },
    });
    expect(response.status).toBe(401);
  }
});

it("its interface does a thing once for a key, and refuses another thing under it", async () => {
  const make = (email: string) =>
    stripe().customers.create({ email }, { idempotencyKey: "the key" });
  const made = await Promise.all([make("a@x.example"), make("a@x.example")]);
  expect(made[0].id).toBe(made[1].id);
  await expect(make("b@x.example")).rejects.toMatchObject({ type: "StripeIdempotencyError" });
});

it("its interface returns faults in the provider's shape", async () => {
  await expect(stripe().subscriptions.retrieve("sub_none")).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    code: "resource_missing",
    statusCode: 404,
  });
  await expect(stripe().products.list()).rejects.toMatchObject({ statusCode: 404 });
  const { customer } = await open();
  await expect(open("price_of_another")).rejects.toMatchObject({ code: "resource_missing" });
  await expect(
    stripe().billingPortal.sessions.create({
      customer: String(customer),
      return_url: "javascript:alert(1)",
    }),
  ).rejects.toMatchObject({ statusCode: 400 });
});

it("a subscription renews at its end, on the same day of the month, as often as time has passed", async () => {
  const { subscription } = await buy();
  const started = (await stripe().subscriptions.retrieve(subscription)).items.data[0];
  moved = 70 * DAY;
  received = [];
  await checkout.tick();
  const renewal = ["customer.subscription.updated", "invoice.paid"];
  expect(types()).toEqual([...renewal, ...renewal]);
  const now = await stripe().subscriptions.retrieve(subscription);
  const period = now.items.data[0];
  expect(now.status).toBe("active");
  expect(period?.current_period_end).toBeGreaterThan(Date.now() / 1000 + moved);
  expect(period?.current_period_start).toBeGreaterThan(started?.current_period_end ?? 0);
});

it("a subscription that was cancelled ends instead, once", async () => {
  const { subscription } = await buy();
  await stripe().subscriptions.update(subscription, { cancel_at_period_end: true });
  await checkout.tick();
  moved = 32 * DAY;
  received = [];
  await checkout.tick();
  await checkout.tick();
  expect(types()).toEqual(["customer.subscription.deleted"]);
  const ended = await stripe().subscriptions.retrieve(subscription);
  expect(ended).toMatchObject({ status: "canceled" });
  expect(ended.ended_at).toBe(ended.items.data[0]?.current_period_end);
  await expect(
    stripe().subscriptions.update(subscription, { cancel_at_period_end: false }),
  ).rejects.toMatchObject({ statusCode: 400 });
  const { data } = await stripe().subscriptions.list({ customer: String(ended.customer) });
  expect(data).toEqual([]);
});

it("its pages state that no money is taken, escape what they show, and load nothing else", async () => {
  const { url } = await open();
  const response = await request(url ?? "");
  const markup = await response.text();
  expect(markup).toContain("Test mode, no money is taken");
  expect(markup).toContain("&#60;b&#62;&#38;&#39;&#34;@x.example");
  expect(markup).toContain("Example &#38; Co");
  expect(markup).not.toContain("<b>");
  expect(markup).not.toContain("<script");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

it("its pages are at no other address, and take no other button", async () => {
  for (const path of ["", "/", "/cs_test_x", "/portal/", "/portal/bps_x", "/a/b"]) {
    const { status } = await request(`/_test-checkout${path}`);
    expect(status, path).toBe(404);
  }
  const { url } = await open();
  expect((await press(url ?? "", "refund")).status).toBe(400);
  expect((await request(url ?? "", { method: "PUT" })).status).toBe(405);
  const much = await request(url ?? "", { method: "POST", body: "x".repeat(10_000) });
  expect(much.status).toBe(413);
});
