import { createServer } from "node:http";
import { createClient, FunctionsHttpError, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestListener } from "#backend/core/http/request-listener.ts";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { listening } from "#backend/tests/listening.ts";
import {
  createTestCheckout,
  type TestCheckout,
  testCheckoutEnvironment,
} from "#server/test-checkout/test-checkout.ts";
import { pressOn } from "#tests/checkout-page.ts";
import { metadataOf } from "#tests/security/people.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

// The functions as people reach them: over HTTP, in the backend's own runtime, with the official
// client. What each of them refuses is in the tests beside; this is the whole way once.

let backend: TestBackend;
let checkout: TestCheckout | undefined;
let site: Awaited<ReturnType<typeof listening>>;
let siteUrl: string;
let provider: SupabaseClient;
let providerId: string;

const KEYS = { secretKey: "sk_test_of_the_runtime", webhookSecret: "whsec_of_the_runtime" };

beforeAll(async () => {
  site = await listening(
    createServer(
      requestListener(
        async (request) =>
          (await checkout?.fetch(request)) ?? new Response("Not found", { status: 404 }),
      ),
    ),
  );
  siteUrl = site.url;
  backend = await startTestBackend({
    project: THE_PROJECT,
    env: {
      SITE_URL: siteUrl,
      SITE_MODE: "live",
      ADMIN_DOMAIN: "admin.test.internal",
      ADMIN_SETUP_TOKEN: "the token of the owner",
      INBOUND_MAIL_DOMAIN: "reply.people.example",
      INBOUND_MAIL_SECRET: "secret-of-the-mail-service",
      ...testCheckoutEnvironment({ siteUrl, ...KEYS }),
    },
  });
  checkout = createTestCheckout({
    db: backend.db,
    siteUrl,
    siteName: async () => "Solutionz",
    webhookUrl: `${backend.url}/functions/v1/stripe-webhook`,
    ...KEYS,
    clock: backend.clock,
    log: backend.core.log,
  });
  const open = (key: string) =>
    createClient(backend.url, key, { auth: { autoRefreshToken: false, persistSession: false } });
  const account = { email: "runner@people.example", password: "correct horse battery" };
  const made = await open(backend.keys.serviceRole).auth.admin.createUser({
    ...account,
    email_confirm: true,
    user_metadata: metadataOf("runner", "provider"),
  });
  if (made.error) throw made.error;
  providerId = made.data.user.id;
  provider = open(backend.keys.anon);
  await provider.auth.signInWithPassword(account);
});
afterAll(async () => {
  await checkout?.close();
  await site.close();
  await backend?.close();
});

const invoke = async (name: string, body: object = {}) => {
  const { data, error } = await provider.functions.invoke(name, { body });
  if (!error) return { status: 200, body: data as Record<string, unknown> };
  if (!(error instanceof FunctionsHttpError)) throw error;
  return { status: error.context.status as number, body: await error.context.json() };
};

const membership = async () => {
  const columns = "subscribed, subscription_tier, cancel_at_period_end";
  const own = provider.from("subscribers").select(columns).eq("user_id", providerId);
  return (await own.maybeSingle()).data;
};

it("sells a membership and ends it again by the signed webhook", async () => {
  expect(await invoke("customer-portal")).toMatchObject({
    status: 409,
    body: { code: "nothing_to_manage" },
  });
  const response = await invoke("create-checkout", { plan: "yearly", couponCode: null });
  expect(response.status).toBe(200);
  const url = String(response.body.url);
  const paid = await pressOn(url, "pay");
  expect(paid.headers.get("location")).toBe(`${siteUrl}/membership?success=true`);
  await expect
    .poll(membership)
    .toEqual({ subscribed: true, subscription_tier: "yearly", cancel_at_period_end: false });
  expect((await invoke("create-checkout", { plan: "monthly" })).status).toBe(409);
  expect((await invoke("customer-portal")).body.url).toMatch(/\/_test-checkout\/portal\//);
  expect((await invoke("cancel-subscription")).body.cancelAtPeriodEnd).toBe(true);
  await expect.poll(membership).toMatchObject({ subscribed: true, cancel_at_period_end: true });
});

it("makes the first admin for the owner only", async () => {
  const setUp = (headers: Record<string, string>) =>
    fetch(`${backend.url}/functions/v1/admin-setup`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ username: "root", password: "long enough" }),
    });
  expect((await setUp({})).status).toBe(401);
  expect((await setUp({ "x-setup-token": "a guess" })).status).toBe(403);
  expect((await setUp({ "x-setup-token": "the token of the owner" })).status).toBe(200);
  const again = await setUp({ "x-setup-token": "the token of the owner" });
  expect(again.status).toBe(409);
  expect(again.headers.get("access-control-allow-origin")).toBe("*");
});

it("accepts no event that nobody signed", async () => {
  const response = await fetch(`${backend.url}/functions/v1/stripe-webhook`, {
    method: "POST",
    body: "{}",
  });
  expect(response.status).toBe(400);
});

it("takes mail from the mail service only, also at the address that Mailgun needs", async () => {
  const post = (secret: string) =>
    fetch(`${backend.url}/functions/v1/receive-mail/mime`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "message/rfc822" },
      body: "From: runner@people.example\r\nTo: hello@reply.people.example\r\n\r\nHello",
    });
  expect((await post("a guess")).status).toBe(401);
  expect(await (await post("secret-of-the-mail-service")).json()).toEqual({ outcome: "ignored" });
});
