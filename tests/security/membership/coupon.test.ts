import { expect, it } from "vitest";
import type { Person } from "#tests/functions.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { membershipActs } from "./acts.ts";

const functions = testFunctions();

const redeem = (person: Person, couponCode = "FIRST100") =>
  functions.answerTo(person, "create-checkout", { plan: "monthly", couponCode });

const limitTo = (limit: number) =>
  functions.sql(
    "update public.coupons set max_redemptions = redeemed + $1 where code = 'FIRST100'",
    [limit],
  );

const count = (question: string) => functions.see<number>(question);
const REDEEMED = "select redeemed from public.coupons where code = 'FIRST100'";

it("gives exactly as many free years as there are, to twenty simultaneous requests", async () => {
  await limitTo(5);
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, at) => functions.person("provider", `racer${at}`)),
  );
  const responses = await Promise.all(people.map((person) => redeem(person, " first100 ")));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = responses.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) {
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: "coupon_claimed",
      error: "Sorry, the FIRST100 offer has already been fully claimed.",
    });
  }
  expect(await count("select count(*)::int from public.coupon_redemptions")).toBe(5);
  expect(await count("select count(*)::int from public.subscribers where subscribed")).toBe(5);
});

it("gives one free year to a person who clicks five times at once", async () => {
  await limitTo(10);
  const eager = await functions.person("provider", "eager");
  const before = await count(REDEEMED);
  const responses = await Promise.all(Array.from({ length: 5 }, () => redeem(eager)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(4);
  expect(await count(REDEEMED)).toBe(before + 1);
});

it("returns where to go, without the payment provider, and ends by itself", async () => {
  await limitTo(10);
  const provider = await functions.person("provider", "lucky");
  const { status, body } = await redeem(provider);
  expect({ status, body }).toEqual({
    status: 200,
    body: { url: `${functions.siteUrl}/membership?success=true` },
  });
  expect(await membershipActs(() => functions).memberRow(provider.id)).toMatchObject({
    subscribed: true,
    cancel_at_period_end: true,
    promo_code: "FIRST100",
    payment_subscription: null,
    payment_customer: null,
  });
  const cancel = await functions.callAs("cancel-subscription", provider);
  expect(cancel.status).toBe(200);
  expect(((await cancel.json()) as { message: string }).message).toMatch(
    /^Your free membership ends on .+ You won't be charged\.$/,
  );
});

it("is for an account once, for ever", async () => {
  await limitTo(10);
  const again = await functions.person("provider", "again");
  expect((await redeem(again)).status).toBe(200);
  expect(await redeem(again)).toMatchObject({
    status: 409,
    body: { error: "You already have an active subscription." },
  });
  await functions.setMembership(again, "subscription_end = now() - interval '1 day'");
  expect(await redeem(again)).toMatchObject({ status: 409, body: { code: "coupon_used" } });
});

it("is not for clients, in the database neither", async () => {
  const client = await functions.person("client", "climber");
  expect((await redeem(client)).status).toBe(403);
  const own = { coupon_code: "FIRST100", member_id: client.id };
  const { error } = await functions.service.rpc("redeem_coupon", own);
  expect(error?.message).toBe("Only service providers can purchase subscriptions.");
});
