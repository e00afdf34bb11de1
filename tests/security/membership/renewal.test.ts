import { beforeEach, expect, it } from "vitest";
import { RENEWAL_GRACE_MS } from "#domain/membership/plans.ts";
import type { Person } from "#tests/functions.ts";
import { payingPeople } from "#tests/security/functions-payments-people.ts";
import { QUOTE } from "#tests/security/jobs/quotes-acts.ts";
import { postJob } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";
import { toSubscription } from "#web/session/subscription.ts";

// A membership at its end by the clock, while the payment provider's message about it is late.

const functions = testFunctions();
const { sql, buyer, portal, row, receipts, noticesOf } = payingPeople(() => functions);
let serial = 0;

beforeEach(async () => {
  functions.webhook.down = false;
  await sql("delete from notify.notices");
});

/**
 * As if the clock had gone on: the end, here and at the payment provider, is so long ago. The provider acts on it with
 * its next beat, which may come at any time, or after `dueIn`.
 */
const passEnd = ({ id }: Person, ago: string, dueIn = "0") =>
  sql(
    `with moved as (
       update public.subscribers set subscription_end = date_trunc('second', now() - $2::interval)
       where user_id = $1 returning payment_subscription, extract(epoch from subscription_end)::bigint as at)
     update _test_checkout.things t set due_at = to_timestamp(at) + $3::interval,
       body = jsonb_set(body, '{items,data,0,current_period_end}', to_jsonb(at))
     from moved where t.id = moved.payment_subscription`,
    [id, ago, dueIn],
  );

/** The payment provider renews; with the webhook down nobody hears of it. */
const renew = () => functions.checkout.tick();

/** What nobody heard of arrives. */
const deliver = async () => {
  functions.webhook.down = false;
  await sql("update _test_checkout.deliveries set due_at = now()");
  await functions.checkout.tick();
};

const remind = () => sql("select notify.send_membership_reminders()");

const newJob = async () => {
  serial += 1;
  return postJob(await functions.person("client", `poster${serial}`));
};

/** The answers of everything that asks whether a person is a member. */
const answersTo = async ({ client, id }: Person) => {
  const job_id = await newJob();
  const columns =
    "subscription_tier, subscription_end, live_until, cancel_at_period_end, promo_code, grant_reason";
  const own = await client
    .from("subscribers")
    .select(columns)
    .eq("user_id", id)
    .single()
    .throwOnError();
  const listed = await client.from("public_providers").select("id").eq("id", id);
  const found = await client.rpc("search_providers", { page_size: 60 });
  const page = await client.rpc("provider_page", { provider_id: id });
  const unlocked = await client.rpc("reveal_job_contact", { job_id });
  const quoted = await client.rpc("send_quote", { job_id, ...QUOTE });
  const [counted] = await sql(
    `select exists (select from private.live_members where user_id = $1) as member,
       exists (select from billing.membership_periods where user_id = $1 and ended_at > now()) as period`,
    [id],
  );
  return {
    session: toSubscription(own.data).isSubscribed,
    listed: listed.data?.length === 1,
    found: JSON.stringify(found.data).includes(id),
    page: Boolean((page.data as { provider: unknown }).provider),
    unlocks: unlocked.error === null,
    quotes: quoted.error === null,
    ...counted,
  };
};

const PLACES = ["session", "listed", "found", "page", "unlocks", "quotes", "member", "period"];
const everywhere = (live: boolean) => Object.fromEntries(PLACES.map((place) => [place, live]));

const periods = ({ id }: Person) =>
  sql("select began_at, ended_at from billing.membership_periods where user_id = $1", [id]);

it.each(["1 minute", "23 hours"])(
  "that renews goes on %s after its end, and the renewal is a receipt in the same period",
  async (late) => {
    const person = await buyer();
    await sql("delete from notify.notices");
    const [before] = await periods(person);
    functions.webhook.down = true;
    await passEnd(person, late);
    await renew();
    await remind();
    expect(await answersTo(person)).toEqual(everywhere(true));
    expect(await noticesOf(person)).toEqual([]);

    await deliver();
    await remind();
    expect(await receipts(person)).toHaveLength(2);
    expect(await noticesOf(person)).toEqual(["payment_receipt"]);
    const { live_until, subscription_end } = await row(person);
    expect((subscription_end as Date).getTime()).toBeGreaterThan(Date.now() + 26 * 86_400_000);
    expect(await periods(person)).toEqual([{ ...before, ended_at: live_until }]);
    expect(await answersTo(person)).toEqual(everywhere(true));
  },
);

it("ends a day after its end when nothing was heard, and a later payment is no welcome", async () => {
  const person = await buyer();
  await sql("delete from notify.notices");
  functions.webhook.down = true;
  await passEnd(person, "25 hours");
  await renew();
  await remind();
  expect(await answersTo(person)).toEqual(everywhere(false));
  await deliver();
  expect(await noticesOf(person)).toEqual([
    "membership_ended",
    "membership_resumed",
    "payment_receipt",
  ]);
  expect(await answersTo(person)).toEqual(everywhere(true));
});

it("whose renewal fails has its seven days and not an hour more", async () => {
  const person = await buyer();
  await portal(person, "fail");
  expect(await answersTo(person)).toEqual(everywhere(true));
  await passEnd(person, "1 minute", "9 days");
  expect(await answersTo(person)).toEqual(everywhere(false));
  await portal(person, "pay-late");
  expect(await answersTo(person)).toEqual(everywhere(true));
});

it.each([
  ["a free year", "promo_code = 'FIRST100', cancel_at_period_end = true"],
  ["a granted one", "grant_reason = 'A gift.', cancel_at_period_end = true"],
])("%s ends at its end", async (_name, columns) => {
  serial += 1;
  const person = await functions.person("provider", `unpaid${serial}`);
  await functions.join(person);
  await functions.setMembership(person, columns);
  expect(await answersTo(person)).toEqual(everywhere(true));
  await passEnd(person, "1 second");
  expect(await answersTo(person)).toEqual(everywhere(false));
});

it("that was cancelled ends at its end", async () => {
  const person = await buyer();
  await portal(person, "cancel");
  await passEnd(person, "1 second");
  expect(await answersTo(person)).toEqual(everywhere(false));
});

it("has the same day here and in the database", async () => {
  expect(
    await sql("select extract(epoch from private.renewal_grace()) * 1000 as grace"),
  ).toMatchObject([{ grace: expect.stringMatching(new RegExp(`^${RENEWAL_GRACE_MS}(\\.0+)?$`)) }]);
});
