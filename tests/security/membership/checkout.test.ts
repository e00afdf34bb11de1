import { beforeAll, describe, expect, it, vi } from "vitest";
import { pressOn } from "#tests/checkout-page.ts";
import type { Person } from "#tests/functions.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { membershipActs } from "./acts.ts";

const functions = testFunctions();
let provider: Person;

beforeAll(async () => {
  provider = await functions.person("provider", "paula");
});

const { memberRow, checkoutUrl, refusal } = membershipActs(() => functions);

describe("who may buy", () => {
  it("excludes callers without a session, or with a key instead of a person", async () => {
    expect(await refusal(null, "create-checkout")).toEqual({
      status: 401,
      code: "not_signed_in",
      error: "Authentication required",
    });
    const { anon, serviceRole } = functions.backend.keys;
    for (const token of [anon, serviceRole, "x.y.z"]) {
      expect((await refusal({ ...provider, token }, "create-checkout")).status).toBe(401);
    }
  });

  it("is no client", async () => {
    const client = await functions.person("client", "colin");
    expect(await refusal(client, "create-checkout")).toEqual({
      status: 403,
      code: "not_a_provider",
      error: "Only service providers can purchase subscriptions.",
    });
    expect(await memberRow(client.id)).toBeNull();
  });

  it("is no deactivated provider", async () => {
    const removed = await functions.person("provider", "gone");
    await functions.setProfile(removed, "is_active = false");
    for (const name of ["create-checkout", "customer-portal", "cancel-subscription"] as const) {
      expect(await refusal(removed, name)).toMatchObject({ status: 403, code: "inactive" });
    }
  });

  it("is no person whose address is not confirmed", async () => {
    const doubtful = await functions.person("provider", "doubtful");
    const { id } = doubtful;
    await functions.sql("update auth.users set email_confirmed_at = null where id = $1", [id]);
    const coupon = { plan: "yearly", couponCode: "FIRST100" };
    expect(await refusal(doubtful, "create-checkout", coupon)).toMatchObject({
      status: 403,
      code: "unconfirmed",
    });
    expect(await memberRow(doubtful.id)).toBeNull();
  });

  it("excludes people who have signed out", async () => {
    const leaver = await functions.person("provider", "leaver");
    await leaver.client.auth.signOut();
    expect((await refusal(leaver, "create-checkout")).status).toBe(401);
  });
});

describe("what may be requested", () => {
  it.each([
    [{}, 400, "bad_plan"],
    [{ plan: "weekly" }, 400, "bad_plan"],
    [{ plan: ["yearly"] }, 400, "bad_plan"],
    [{ plan: "yearly", couponCode: 7 }, 400, "bad_coupon"],
    [{ plan: "yearly", couponCode: "X".repeat(61) }, 400, "bad_coupon"],
    [{ plan: "yearly", couponCode: "NOSUCH" }, 400, "bad_coupon"],
    [[], 400, "bad_body"],
    [null, 400, "bad_body"],
    [{ plan: "yearly", couponCode: "a\u0000b" }, 400, "bad_body"],
    [{ plan: "yearly", couponCode: "\ud800" }, 400, "bad_body"],
    [{ plan: "yearly", padding: "x".repeat(20_000) }, 413, "body_too_large"],
  ])("refuses %j", async (body, status, code) => {
    expect(await refusal(provider, "create-checkout", body)).toMatchObject({ status, code });
  });

  it("is called by POST, after a preflight that any origin may make", async () => {
    const get = await functions.call("create-checkout", { method: "GET" });
    expect(get.status).toBe(405);
    const preflight = await functions.call("admin-setup", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-setup-token");
  });

  it("does not include the address to return to", async () => {
    const buyer = await functions.person("provider", "returner");
    const url = await checkoutUrl(buyer);
    expect(new URL(url).origin).toBe(functions.siteUrl);
    const paid = await pressOn(url, "pay");
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toBe(`${functions.siteUrl}/membership?success=true`);
  });
});

describe("a purchase", () => {
  it("makes a member through the webhook only, and once", async () => {
    const buyer = await functions.person("provider", "buyer");
    const url = await checkoutUrl(buyer);
    const page = await (await fetch(url)).text();
    expect(page).toContain("Test mode, no money is taken");
    expect(page).toContain("£20.00");
    expect(await memberRow(buyer.id)).toMatchObject({ subscribed: false });

    await pressOn(url, "pay");
    const row = await memberRow(buyer.id);
    expect(row).toMatchObject({
      subscribed: true,
      subscription_tier: "yearly",
      cancel_at_period_end: false,
      email: buyer.email,
    });
    const days = (Date.parse(row?.subscription_end ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThan(367);
    expect(await refusal(buyer, "create-checkout")).toEqual({
      status: 409,
      code: "already_subscribed",
      error: "You already have an active subscription.",
    });
    const again = await pressOn(url, "pay");
    expect([303, 410]).toContain(again.status);
    const bought = `select count(*)::int from _test_checkout.things
      where kind = 'subscription' and body -> 'metadata' ->> 'user_id' = $1`;
    expect(await functions.see(bought, [buyer.id])).toBe(1);
  });

  it("is refused while the webhook is still in progress, and the event is sent again", async () => {
    const buyer = await functions.person("provider", "waiter");
    const url = await checkoutUrl(buyer, { plan: "monthly", couponCode: null });
    functions.webhook.down = true;
    expect((await pressOn(url, "pay")).status).toBe(303);
    expect(await memberRow(buyer.id)).toMatchObject({ subscribed: false });
    expect(await refusal(buyer, "create-checkout")).toMatchObject({
      status: 409,
      code: "already_subscribed",
    });

    functions.webhook.down = false;
    await vi.waitFor(
      async () => {
        await functions.checkout.tick();
        const member = { subscribed: true, subscription_tier: "monthly" };
        expect(await memberRow(buyer.id)).toMatchObject(member);
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it("leads two tabs to one page, and closes the page of the other plan", async () => {
    const buyer = await functions.person("provider", "tabs");
    const [one, two] = await Promise.all([checkoutUrl(buyer), checkoutUrl(buyer)]);
    expect(one).toBe(two);
    expect(await checkoutUrl(buyer)).toBe(one);
    const other = await checkoutUrl(buyer, { plan: "monthly" });
    expect(other).not.toBe(one);
    expect((await fetch(one)).status).toBe(410);
    const back = await checkoutUrl(buyer);
    expect([one, other]).not.toContain(back);
    expect((await fetch(back)).status).toBe(200);
  });

  it("changes nothing when the card is declined or the payer cancels", async () => {
    const buyer = await functions.person("provider", "declined");
    const url = await checkoutUrl(buyer);
    const declined = await pressOn(url, "decline");
    const shown = await (await fetch(new URL(declined.headers.get("location") ?? "", url))).text();
    expect(shown).toContain("Your card was declined");
    const canceled = await pressOn(url, "cancel");
    expect(canceled.headers.get("location")).toBe(`${functions.siteUrl}/membership?canceled=true`);
    expect(await memberRow(buyer.id)).toMatchObject({ subscribed: false });
  });

  it("cannot be made by another site's form", async () => {
    const buyer = await functions.person("provider", "forged");
    const url = await checkoutUrl(buyer);
    const body = new URLSearchParams({ action: "pay" });
    const blind = await fetch(url, { method: "POST", body });
    expect(blind.status).toBe(403);
    expect((await pressOn(url, "pay", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await memberRow(buyer.id)).toMatchObject({ subscribed: false });
  });

  it("says so when the payment provider cannot be reached", async () => {
    const unlucky = await functions.person("provider", "unlucky");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const key = functions.env.STRIPE_SECRET_KEY;
    functions.env.STRIPE_SECRET_KEY = "sk_test_wrong";
    const response = await refusal(unlucky, "create-checkout");
    functions.env.STRIPE_SECRET_KEY = key;
    expect(response).toEqual({
      status: 502,
      code: "payment_failed",
      error: "Failed to process payment",
    });
    expect(JSON.stringify(logged.mock.calls)).not.toContain("sk_test");
    logged.mockRestore();
  });
});

describe("managing", () => {
  it("cancels at the end, stays live until then, and can be resumed on the portal", async () => {
    const member = await functions.person("provider", "member");
    await pressOn(await checkoutUrl(member), "pay");
    const before = await memberRow(member.id);
    const cancel = await functions.callAs("cancel-subscription", member);
    expect(await cancel.json()).toMatchObject({ cancelAtPeriodEnd: true });
    await functions.checkout.tick();
    expect(await memberRow(member.id)).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
      subscription_end: before?.subscription_end,
    });

    const portal = await functions.callAs("customer-portal", member);
    const { url } = (await portal.json()) as { url: string };
    expect(await (await fetch(url)).text()).toContain("Ends on");
    expect((await pressOn(url, "resume")).status).toBe(303);
    expect(await memberRow(member.id)).toMatchObject({ cancel_at_period_end: false });
    expect((await pressOn(url, "cancel")).status).toBe(303);
    expect(await memberRow(member.id)).toMatchObject({ cancel_at_period_end: true });
  });
});
