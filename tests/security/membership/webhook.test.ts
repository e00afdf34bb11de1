import { describe, expect, it, vi } from "vitest";
import { pressOn } from "#tests/checkout-page.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { eventOf, membershipActs, now } from "./acts.ts";

const functions = testFunctions();
let serial = 0;

const send = async (event: object) => deliver(await signed(event));

const { memberRow, checkoutUrl, quietly, signed, deliver } = membershipActs(() => functions);

/** A member who has paid, and the subscription behind it. */
const member = async () => {
  serial += 1;
  const person = await functions.person("provider", `member${serial}`);
  await pressOn(await checkoutUrl(person, { plan: "monthly" }), "pay");
  const row = await memberRow(person.id);
  expect(row?.subscribed).toBe(true);
  return { person, subscription: row?.payment_subscription ?? "" };
};

const updated = (id: string, options = {}) =>
  eventOf("customer.subscription.updated", { id, object: "subscription" }, options);

describe("signatures", () => {
  it("are demanded, from the right secret, over these very bytes, and fresh", async () => {
    const { subscription, person } = await member();
    await quietly(subscription, { status: "unpaid" });
    const event = updated(subscription);
    const good = await signed(event);
    const forged = [
      { payload: good.payload },
      { payload: good.payload, header: "" },
      { payload: good.payload, header: "t=1,v1=00" },
      await signed(event, { secret: "whsec_of_somebody_else" }),
      { ...good, payload: good.payload.replace("updated", "deleted") },
      { ...good, payload: `${good.payload} ` },
      await signed(event, { timestamp: now() - 301 }),
    ];
    for (const attempt of forged) {
      const refusal = { status: 400, body: { code: "bad_signature" } };
      expect(await deliver(attempt)).toMatchObject(refusal);
    }
    expect((await memberRow(person.id))?.subscribed).toBe(true);
    expect((await deliver(good)).status).toBe(200);
    expect((await memberRow(person.id))?.subscribed).toBe(false);
  });

  it("do not help an invalid or too large event", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await deliver(await signed("not json"))).status).toBe(400);
    const big = await signed(updated("x".repeat(600_000)));
    expect(await deliver(big)).toMatchObject({ status: 413 });
    logged.mockRestore();
  });
});

describe("events", () => {
  const recorded = ({ id }: { id: string }) =>
    functions.see("select count(*)::int from billing.payment_events where id like $1 || '%'", [id]);

  it("are applied once", async () => {
    const { subscription } = await member();
    const event = updated(subscription);
    expect(await send(event)).toMatchObject({ status: 200, body: { outcome: "applied" } });
    expect(await send(event)).toMatchObject({ status: 200, body: { outcome: "duplicate" } });
    expect(await recorded(event)).toBe(1);
  });

  it("whose transaction dies before its commit leave nothing, and count once when they are repeated", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { person, subscription } = await member();
    const { db } = functions.backend;
    await quietly(subscription, { cancel_at_period_end: true });
    const event = updated(subscription);
    // Held in the middle: the event is written down, the membership is not yet.
    const response = await db.transaction(async ({ query }) => {
      await query("select from public.subscribers where user_id = $1 for update", [person.id]);
      const delivery = send(event);
      const end = `select pg_terminate_backend(pid) from pg_locks
        where not granted and locktype = 'transactionid'`;
      await expect.poll(() => db.query(end)).toHaveLength(1);
      return { delivery };
    });
    expect((await response.delivery).status).toBe(503);
    expect(functions.backend.errors.splice(0)).toHaveLength(1);
    expect(await recorded(event)).toBe(0);
    expect(await memberRow(person.id)).toMatchObject({ cancel_at_period_end: false });

    expect(await send(event)).toMatchObject({ status: 200, body: { outcome: "applied" } });
    expect(await send(event)).toMatchObject({ status: 200, body: { outcome: "duplicate" } });
    expect(await memberRow(person.id)).toMatchObject({ cancel_at_period_end: true });
    logged.mockRestore();
  });

  it("that arrive late do not undo later ones", async () => {
    const { person, subscription } = await member();
    const late = updated(subscription, { created: now() + 1 });
    await quietly(subscription, { status: "canceled", ended_at: now() });
    const newer = eventOf(
      "customer.subscription.deleted",
      { id: subscription, object: "subscription", status: "canceled" },
      { created: now() + 10 },
    );
    expect(await send(newer)).toMatchObject({ body: { outcome: "applied" } });
    expect(await send(late)).toMatchObject({ status: 200, body: { outcome: "stale" } });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: false });
  });

  it("are believed for what they are about, never for the state they carry", async () => {
    const { person, subscription } = await member();
    const lying = eventOf("customer.subscription.updated", {
      id: subscription,
      object: "subscription",
      status: "canceled",
      metadata: { user_id: crypto.randomUUID() },
    });
    expect(await send(lying)).toMatchObject({ body: { outcome: "applied" } });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: true });
  });

  it("of an old subscription do not end the membership that replaced it", async () => {
    const { person, subscription } = await member();
    await functions.setMembership(person, "payment_subscription = 'sub_newer'");
    await quietly(subscription, { status: "canceled", ended_at: now() });
    const event = updated(subscription, { created: now() + 60 });
    expect(await send(event)).toMatchObject({ body: { outcome: "stale" } });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: true });
  });

  it("of an old subscription do not end a free year either", async () => {
    const { person, subscription } = await member();
    await quietly(subscription, { status: "canceled", ended_at: now() - 1 });
    await send(updated(subscription));
    const coupon = { plan: "yearly", couponCode: "FIRST100" };
    expect((await functions.callAs("create-checkout", person, coupon)).status).toBe(200);
    expect(await send(updated(subscription, { created: now() + 60 }))).toMatchObject({
      body: { outcome: "stale" },
    });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: true, promo_code: "FIRST100" });
  });

  it("of a late payment stop a free year, which would not stop the charges", async () => {
    const { person, subscription } = await member();
    await quietly(subscription, { status: "unpaid" });
    await send(updated(subscription));
    expect(await memberRow(person.id)).toMatchObject({ subscribed: false });
    const coupon = { plan: "yearly", couponCode: "FIRST100" };
    expect((await functions.callAs("create-checkout", person, coupon)).status).toBe(409);
    expect(await memberRow(person.id)).toMatchObject({ subscribed: false, promo_code: null });
  });

  it("about invoices are found by their subscription, in both of their shapes", async () => {
    const { person, subscription } = await member();
    await quietly(subscription, { status: "unpaid" });
    const parent = { type: "subscription_details", subscription_details: { subscription } };
    const failed = eventOf("invoice.payment_failed", { id: "in_1", object: "invoice", parent });
    expect(await send(failed)).toMatchObject({ body: { outcome: "applied" } });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: false });
    await quietly(subscription, { status: "active" });
    const older = { id: "in_2", object: "invoice", parent: null, subscription };
    expect(await send(eventOf("invoice.paid", older, { created: now() + 30 }))).toMatchObject({
      body: { outcome: "applied" },
    });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: true });
  });

  it("about strangers change nothing", async () => {
    const { subscription, person } = await member();
    await quietly(subscription, { metadata: {}, customer: "cus_of_another_product" });
    expect(await send(updated(subscription))).toMatchObject({ body: { outcome: "not ours" } });
    await quietly(subscription, { metadata: { user_id: crypto.randomUUID() } });
    expect(await send(updated(subscription))).toMatchObject({
      body: { outcome: "unknown member" },
    });
    expect(await memberRow(person.id)).toMatchObject({ subscribed: true });
  });

  it("are requested again when the payment provider cannot say what happened", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await send(updated("sub_unknown"));
    expect(response.status).toBe(500);
    expect(JSON.stringify(logged.mock.calls)).not.toContain("whsec");
    logged.mockRestore();
  });
});
