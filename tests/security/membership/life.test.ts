import { beforeEach, describe, expect, it, vi } from "vitest";
import { pressOn } from "#tests/checkout-page.ts";
import type { Person } from "#tests/functions.ts";
import { payingPeople } from "#tests/security/functions-payments-people.ts";
import { FORBIDDEN, refused } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { membershipActs } from "./acts.ts";

// A membership from its first payment to its end: receipts, changes of plan, and mails. The payment
// provider's state is the test checkout's.

const functions = testFunctions();

beforeEach(() => sql("delete from notify.notices"));

const { sql, buyer, portal, row, receipts, noticesOf } = payingPeople(() => functions);
const { checkoutUrl, setPlans } = membershipActs(() => functions);

const change = async (person: Person | null, body: object) => {
  const { status, body: changed } = await functions.answerTo(person, "change-subscription", body);
  return { status, ...changed };
};

describe("a payment", () => {
  it("leaves one receipt, which its payer sees and nobody else", async () => {
    const person = await buyer();
    expect(await receipts(person)).toMatchObject([{ pence: 299 }]);
    expect(await noticesOf(person)).toEqual(["membership_started", "payment_receipt"]);
    const other = await functions.person("provider", "nosy");
    expect(await receipts(other)).toEqual([]);
    const forged = { id: "in_x", pence: 1, currency: "gbp", paid_at: new Date().toISOString() };
    await refused(other.client.from("payments").insert(forged), FORBIDDEN);
  });

  it("whose receipt could not be written is sent again, and then nothing is missing or duplicated", async () => {
    const told5xx = vi.spyOn(console, "error").mockImplementation(() => {});
    await sql("alter table public.payments add constraint nothing check (false) not valid");
    const person = await buyer();
    expect(await row(person)).toMatchObject({ subscribed: true });
    await sql("alter table public.payments drop constraint nothing");
    expect(told5xx).toHaveBeenCalled();
    told5xx.mockRestore();
    expect(await receipts(person)).toEqual([]);
    await sql("update _test_checkout.deliveries set due_at = now()");
    await functions.checkout.tick();
    expect(await receipts(person)).toMatchObject([{ pence: 299 }]);
    expect(await noticesOf(person)).toEqual(["membership_started", "payment_receipt"]);
    expect(await sql("select from _test_checkout.deliveries")).toEqual([]);
  });

  it("stays in the books when its payer's account is deleted", async () => {
    const person = await buyer();
    const [receipt] = await receipts(person);
    await functions.service.auth.admin.deleteUser(person.id);
    const stored = await sql("select user_id, pence from public.payments where id = $1", [
      receipt?.id,
    ]);
    expect(stored).toEqual([{ user_id: null, pence: 299 }]);
  });

  it("that fails at a renewal is mailed once, and corrected by a later one", async () => {
    const person = await buyer("yearly");
    await sql("delete from notify.notices");
    await portal(person, "fail");
    expect(await noticesOf(person)).toEqual(["payment_failed"]);
    expect(await row(person)).toMatchObject({ subscribed: true });
    const grace = (await row(person)).subscription_end as Date;
    expect(grace.getTime()).toBeLessThan(Date.now() + 8 * 86_400_000);
    await portal(person, "pay-late");
    expect(await receipts(person)).toHaveLength(2);
    const end = (await row(person)).subscription_end as Date;
    expect(end.getTime()).toBeGreaterThan(Date.now() + 300 * 86_400_000);
  });
});

describe("a change", () => {
  it("of plan is charged at once, less the remainder, and kept after the webhook", async () => {
    const person = await buyer("monthly");
    expect(await change(person, { plan: "yearly", pence: 2000 })).toMatchObject({ status: 200 });
    await functions.checkout.tick();
    expect(await row(person)).toMatchObject({ subscription_tier: "yearly", subscribed: true });
    const [, second] = await receipts(person);
    expect(second?.pence).toBeGreaterThanOrEqual(2000 - 299);
    expect(second?.pence).toBeLessThan(2000);
    expect(await change(person, { plan: "yearly" })).toMatchObject({
      status: 409,
      code: "same_plan",
    });
  });

  it("of plan is charged only at the price that the page showed", async () => {
    const person = await buyer("monthly");
    const original = { description: "", name: "", offered: true };
    await setPlans([
      { ...original, id: "yearly", pence: 2500, price_id: "price_test_yearly_2500" },
      { ...original, id: "monthly", pence: 299, price_id: "" },
    ]);
    for (const seen of [{ pence: 2000 }, {}]) {
      const refusal = { status: 409, code: "price_changed" };
      expect(await change(person, { plan: "yearly", ...seen })).toMatchObject(refusal);
    }
    await functions.checkout.tick();
    expect(await receipts(person)).toHaveLength(1);
    expect(await change(person, { plan: "yearly", pence: 2500 })).toMatchObject({ status: 200 });
    await functions.checkout.tick();
    expect(await row(person)).toMatchObject({ subscription_tier: "yearly", renewal_pence: 2500 });
    await setPlans(null);
  });

  it("of mind undoes a cancellation, and both send a mail", async () => {
    const person = await buyer();
    await functions.callAs("cancel-subscription", person);
    await functions.checkout.tick();
    expect(await row(person)).toMatchObject({ cancel_at_period_end: true });
    expect(await change(person, { resume: true })).toMatchObject({ status: 200 });
    await functions.checkout.tick();
    expect(await row(person)).toMatchObject({ cancel_at_period_end: false });
    expect(await noticesOf(person)).toEqual([
      "membership_started",
      "payment_receipt",
      "membership_cancelled",
      "membership_resumed",
    ]);
  });

  it("is refused to others, and to people who do not pay", async () => {
    const free = await functions.person("provider", "lifefree");
    await functions.callAs("create-checkout", free, { plan: "yearly", couponCode: "FIRST100" });
    const client = await functions.person("client", "lifeclient");
    for (const person of [free, client]) {
      expect(await change(person, { plan: "yearly" })).toMatchObject({ code: "no_subscription" });
      expect(await change(person, { resume: true })).toMatchObject({ code: "no_subscription" });
    }
    expect(await change(null, { resume: true })).toMatchObject({ status: 401 });
    const member = await buyer();
    for (const body of [{}, { plan: "weekly" }, { resume: "yes" }, { plan: ["yearly"] }]) {
      expect(await change(member, body)).toMatchObject({ status: 400, code: "bad_plan" });
    }
  });
});

describe("the end", () => {
  it("of what was cancelled ends the membership", async () => {
    const person = await buyer();
    await portal(person, "cancel");
    await portal(person, "skip");
    expect(await row(person)).toMatchObject({ subscribed: false });
  });

  it("is mailed once: before a yearly charge, before a free year ends, and after it has ended", async () => {
    const remind = () => sql("select notify.send_membership_reminders()");
    const yearly = await buyer("yearly");
    const monthly = await buyer("monthly");
    const free = await functions.person("provider", "freeyear");
    await functions.callAs("create-checkout", free, { plan: "yearly", couponCode: "first100" });
    const all = [yearly, monthly, free];
    const endsIn = (interval: string) =>
      sql(
        "update public.subscribers set subscription_end = now() + $2::interval where user_id = any ($1)",
        [all.map(({ id }) => id), interval],
      );
    await endsIn("15 days");
    await sql("delete from notify.notices");
    await remind();
    for (const person of all) expect(await noticesOf(person)).toEqual([]);
    await endsIn("13 days");
    await remind();
    await remind();
    expect(await noticesOf(yearly)).toEqual(["renewal_reminder"]);
    expect(await noticesOf(monthly)).toEqual([]);
    expect(await noticesOf(free)).toEqual(["free_year_ending"]);
    await endsIn("-1 hour");
    await sql("delete from notify.notices");
    await remind();
    for (const person of all) expect(await noticesOf(person)).toEqual([]);
    await endsIn("-25 hours");
    await remind();
    await remind();
    for (const person of all) expect(await noticesOf(person)).toEqual(["membership_ended"]);
  });
});

it("a free year closes the checkout pages that were still open", async () => {
  const person = await functions.person("provider", "twoways");
  const url = await checkoutUrl(person, { plan: "monthly" });
  await functions.callAs("create-checkout", person, { plan: "monthly", couponCode: "FIRST100" });
  await pressOn(url, "pay");
  expect(await receipts(person)).toEqual([]);
  expect((await fetch(url)).status).toBe(410);
});

it("an event that arrives while its account is deleted waits for it, and then belongs to nobody", async () => {
  const person = await buyer();
  const { payment_subscription, payment_customer } = await row(person);
  const response = await functions.backend.db.transaction(async ({ query }) => {
    await query("select from public.profiles where id = $1 for update", [person.id]);
    const event = functions.service
      .rpc("apply_payment_event", {
        event_id: `evt_late_${person.id}`,
        event_type: "customer.subscription.updated",
        event_made_at: new Date().toISOString(),
        member_id: person.id,
        customer: String(payment_customer),
        subscription: String(payment_subscription),
        live: true,
        tier: "yearly",
        period_end: new Date(Date.now() + 86_400_000).toISOString(),
        cancels: false,
      })
      .then((receipt) => receipt);
    const waiting = async () =>
      (await sql("select from pg_locks where not granted and locktype = 'transactionid'")).length;
    await expect.poll(waiting).toBe(1);
    await query("delete from auth.users where id = $1", [person.id]);
    return { event };
  });
  expect(await response.event).toMatchObject({ data: "unknown member", error: null });
});
