import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { pressOn } from "#tests/checkout-page.ts";
import type { Person } from "#tests/functions.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { eventOf, membershipActs, now } from "./acts.ts";

/** A plan that is chosen during free time, for the time after it. */
const functions = testFunctions();
let serial = 0;

const { memberRow, checkoutUrl, refusal, quietly, signed, deliver } = membershipActs(
  () => functions,
);

const AFTERWARDS = { plan: "yearly", couponCode: null, afterwards: true };

/** A provider in the middle of the free year. */
const freeMember = async (): Promise<Person> => {
  serial += 1;
  const person = await functions.person("provider", `free${serial}`);
  const body = { plan: "yearly", couponCode: "FIRST100" };
  expect((await functions.callAs("create-checkout", person, body)).status).toBe(200);
  return person;
};

const choose = async (person: Person, body: object = AFTERWARDS) => {
  await pressOn(await checkoutUrl(person, body), "pay");
  return memberRow(person.id);
};

const payments = async (person: Person) =>
  (await functions.service.from("payments").select("pence").eq("user_id", person.id)).data;

const subscriptionOf = (id: string) =>
  functions.see<Stripe.Subscription>("select body from _test_checkout.things where id = $1", [id]);

/** The provider's signed message that something about the subscription is different. */
const notify = async (
  subscription: string,
  type = "customer.subscription.updated",
  seconds = 5,
) => {
  const object = { id: subscription, object: "subscription" };
  const message = await signed(eventOf(type, object, { created: now() + seconds }));
  const again = async () => (await deliver(message)).body.outcome;
  return { outcome: await again(), again };
};

const secondsBetween = (a?: string | null, b?: string | null) =>
  Math.abs(Date.parse(a ?? "") - Date.parse(b ?? "")) / 1000;

describe("choosing a plan for afterwards", () => {
  it("charges nothing, moves no end, and begins when the free year ends", async () => {
    const person = await freeMember();
    const before = await memberRow(person.id);
    const after = await choose(person);
    expect(after).toMatchObject({
      subscribed: true,
      cancel_at_period_end: false,
      promo_code: "FIRST100",
      subscription_tier: "yearly",
      renewal_pence: 2000,
    });
    expect(secondsBetween(after?.subscription_end, before?.subscription_end)).toBeLessThan(1);
    expect(await payments(person)).toEqual([]);
    const at = await subscriptionOf(after?.payment_subscription ?? "");
    expect(at?.status).toBe("trialing");
    // Never a second before the free time ends.
    expect((at?.trial_end ?? 0) * 1000).toBeGreaterThanOrEqual(
      Date.parse(before?.subscription_end ?? ""),
    );
  });

  it("is charged once when the free year is over, and goes on from its end", async () => {
    const person = await freeMember();
    const chosen = await choose(person, { ...AFTERWARDS, plan: "monthly" });
    const id = chosen?.payment_subscription ?? "";
    const ends = Math.floor(Date.parse(chosen?.subscription_end ?? "") / 1000);
    const at = await subscriptionOf(id);
    await quietly(id, {
      status: "active",
      items: {
        ...at?.items,
        data: at?.items.data.map((item) => ({
          ...item,
          current_period_start: ends,
          current_period_end: ends + 30 * 86_400,
        })),
      },
    });
    const { outcome, again } = await notify(id);
    expect(outcome).toBe("applied");
    const paid = await memberRow(person.id);
    expect(paid).toMatchObject({ promo_code: null, subscription_tier: "monthly" });
    expect(Math.round(Date.parse(paid?.subscription_end ?? "") / 1000)).toBe(ends + 30 * 86_400);
    expect(await again()).toBe("duplicate");
    expect((await notify(id, undefined, -3600)).outcome).toBe("stale");
    expect(await memberRow(person.id)).toEqual(paid);
  });

  it("needs free time with at least two days left, and is not for others", async () => {
    const plain = await functions.person("provider", "nofree");
    expect(await refusal(plain, "create-checkout", AFTERWARDS)).toMatchObject({
      status: 409,
      code: "free_time_over",
    });
    const client = await functions.person("client", "clientfree");
    expect((await refusal(client, "create-checkout", AFTERWARDS)).code).toBe("not_a_provider");
    const person = await freeMember();
    await functions.setMembership(person, "subscription_end = now() + interval '47 hours'");
    expect(await refusal(person, "create-checkout", AFTERWARDS)).toMatchObject({
      status: 409,
      code: "free_time_ending",
    });
    // Without the word, a live member is refused as before, and no coupon is used up.
    const paid = await refusal(person, "create-checkout", { plan: "yearly" });
    expect(paid.code).toBe("already_subscribed");
    await functions.setMembership(person, "subscription_end = now()");
    expect((await refusal(person, "create-checkout", AFTERWARDS)).code).toBe("free_time_over");
  });
});

describe("changing one's mind", () => {
  it("cancels, keeps the plan after all, and changes it, without a charge or another end", async () => {
    const person = await freeMember();
    const chosen = await choose(person);
    const call = async (name: "cancel-subscription" | "change-subscription", body: object) =>
      (await functions.callAs(name, person, body)).status;
    const reported = async () => {
      await expect.poll(async () => (await memberRow(person.id))?.payment_event_at).toBeTruthy();
      return memberRow(person.id);
    };
    expect(await call("cancel-subscription", {})).toBe(200);
    await expect.poll(async () => (await reported())?.cancel_at_period_end).toBe(true);
    expect(await call("change-subscription", { resume: true })).toBe(200);
    await expect.poll(async () => (await reported())?.cancel_at_period_end).toBe(false);
    expect(await call("change-subscription", { plan: "monthly", pence: 299 })).toBe(200);
    await expect.poll(async () => (await reported())?.subscription_tier).toBe("monthly");
    const after = await memberRow(person.id);
    expect(after).toMatchObject({ renewal_pence: 299, promo_code: "FIRST100" });
    expect(secondsBetween(after?.subscription_end, chosen?.subscription_end)).toBe(0);
    expect(await payments(person)).toEqual([]);
  });

  it("keeps the free time if the plan ends before it has begun", async () => {
    const person = await freeMember();
    const chosen = await choose(person);
    const id = chosen?.payment_subscription ?? "";
    await quietly(id, { status: "canceled", ended_at: now() });
    expect((await notify(id, "customer.subscription.deleted", 0)).outcome).toBe("applied");
    const after = await memberRow(person.id);
    expect(after).toMatchObject({
      subscribed: true,
      promo_code: "FIRST100",
      cancel_at_period_end: true,
      payment_subscription: null,
      renewal_pence: null,
      subscription_end: chosen?.subscription_end,
    });
    // It can be chosen again.
    expect(await choose(person)).toMatchObject({ renewal_pence: 2000 });
  });

  it("ends with the free time if it was cancelled", async () => {
    const person = await freeMember();
    const id = (await choose(person))?.payment_subscription ?? "";
    await functions.setMembership(person, "subscription_end = now() - interval '1 second'");
    await quietly(id, { status: "canceled", cancel_at_period_end: true, ended_at: now() - 1 });
    expect((await notify(id, "customer.subscription.deleted")).outcome).toBe("applied");
    expect(await memberRow(person.id)).toMatchObject({ subscribed: false });
  });
});

it("reminds of the first charge a fortnight before, and not of an end", async () => {
  const kinds = async (person: Person) => {
    await functions.setMembership(person, "subscription_end = now() + interval '13 days'");
    await functions.sql("select notify.send_membership_reminders()");
    return functions.see(
      `select array_agg(kind) from notify.notices
       where user_id = $1 and kind in ('free_year_ending', 'renewal_reminder')`,
      [person.id],
    );
  };
  expect(await kinds(await freeMember())).toEqual(["free_year_ending"]);
  const chosen = await freeMember();
  await choose(chosen, { ...AFTERWARDS, plan: "monthly" });
  expect(await kinds(chosen)).toEqual(["renewal_reminder"]);
});
