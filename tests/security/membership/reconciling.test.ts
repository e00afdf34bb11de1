import { describe, expect, it } from "vitest";
import type { Person } from "#tests/functions.ts";
import { payingPeople } from "#tests/security/functions-payments-people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();

const { sql, buyer, row } = payingPeople(() => functions);

describe("reconciling", () => {
  const reconcile = async (body: object = {}, key = functions.env.SUPABASE_SERVICE_ROLE_KEY) => {
    const response = await functions.call("reconcile-payments", {
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const report = (await response.json()) as {
      differences: { member: string; changes: string[]; mended: boolean }[];
      receipts: number;
      next: string | null;
    };
    return { status: response.status, ...report };
  };
  const spoil = (person: Person) =>
    functions.setMembership(
      person,
      `subscribed = false, subscription_tier = 'yearly',
         payment_event_at = payment_event_at - interval '1 hour'`,
    );

  it("finds nothing where all is well, not even beside a free year or a later end", async () => {
    const person = await buyer();
    await functions.setMembership(
      person,
      "subscription_end = subscription_end + interval '9 days'",
    );
    const { differences, receipts: written, next } = await reconcile();
    expect(differences.filter(({ member }) => member === person.id)).toEqual([]);
    expect(written).toBe(0);
    // After the subscriptions come the refunds, and then nothing.
    expect(await reconcile({ after: next })).toMatchObject({ status: 200, refunds: 0, next: null });
  });

  it("repairs what the webhook missed, and changes nothing in a dry run", async () => {
    const person = await buyer();
    const before = await row(person);
    await spoil(person);
    await sql("delete from public.payments where user_id = $1", [person.id]);
    const seen = (await reconcile({ checkOnly: true })).differences;
    expect(seen.find(({ member }) => member === person.id)).toMatchObject({
      changes: ["live: false → true", "tier: yearly → monthly"],
      mended: false,
    });
    expect(await row(person)).toMatchObject({ subscribed: false });
    const report = await reconcile();
    expect(report.differences.find(({ member }) => member === person.id)?.mended).toBe(true);
    expect(report.receipts).toBe(1);
    const after = await row(person);
    expect(after).toMatchObject({ subscribed: true, subscription_tier: "monthly" });
    expect(after.subscription_end).toEqual(before.subscription_end);
    const again = (await reconcile()).differences;
    expect(again.filter(({ member }) => member === person.id)).toEqual([]);
  });

  it("says that the payment provider cannot be reached", async () => {
    const { STRIPE_API_URL } = functions.env;
    functions.env.STRIPE_API_URL = "http://127.0.0.1:9";
    const down = { status: 502, message: "Stripe could not be reached" };
    expect(await reconcile()).toMatchObject(down);
    functions.env.STRIPE_API_URL = STRIPE_API_URL;
  });

  it("names a subscription that still charges for a deleted account", async () => {
    const person = await buyer();
    await functions.service.auth.admin.deleteUser(person.id);
    const { differences } = await reconcile();
    expect(differences.find(({ member }) => member === person.id)).toMatchObject({
      changes: ["account: gone, its subscription goes on"],
      mended: false,
    });
  });
});
