import { beforeAll, expect, it, vi } from "vitest";
import { pressOn } from "#tests/checkout-page.ts";
import type { Person } from "#tests/functions.ts";
import { membershipActs } from "#tests/security/membership/acts.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
let admin: Person;
let client: Person;
beforeAll(async () => {
  admin = await functions.person("admin", "boss");
  client = await functions.person("client", "cleo");
});

const { memberRow, checkoutUrl } = membershipActs(() => functions);
const remove = (person: Person | null, body: unknown) =>
  functions.answerTo<{ error?: string }>(person, "admin-delete-user", body);
const there = async (id: string) =>
  (await functions.sql("select from auth.users where id = $1", [id])).length === 1;

/** A member who paid on the test checkout. */
const payingMember = async (name: string) => {
  const person = await functions.person("provider", name);
  await pressOn(await checkoutUrl(person), "pay");
  const paid = async () => (await memberRow(person.id))?.payment_subscription;
  await expect.poll(paid).toBeTruthy();
  return { person, subscription: await paid() };
};

const renewalOf = async (subscription: unknown) => {
  const response = await fetch(`${functions.env.STRIPE_API_URL}/v1/subscriptions/${subscription}`, {
    headers: { authorization: `Bearer ${functions.env.STRIPE_SECRET_KEY}` },
  });
  return ((await response.json()) as { cancel_at_period_end: boolean }).cancel_at_period_end;
};

it("stops the payments of a member, then deletes and records", async () => {
  const { person, subscription } = await payingMember("paying");
  expect(await renewalOf(subscription)).toBe(false);
  expect(await remove(admin, { userId: person.id, reason: " Asked by mail " })).toEqual({
    status: 200,
    body: { success: true },
  });
  expect(await there(person.id)).toBe(false);
  expect(await renewalOf(subscription)).toBe(true);
  const [line] = await functions.sql(
    "select actor_id, action, reason from public.audit_log where target_id = $1",
    [person.id],
  );
  expect(line).toEqual({ actor_id: admin.id, action: "delete user", reason: "Asked by mail" });
});

it("deletes nobody while the payments cannot be stopped", async () => {
  const { person } = await payingMember("stuck");
  const address = functions.env.STRIPE_API_URL;
  functions.env.STRIPE_API_URL = "http://127.0.0.1:1";
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await remove(admin, { userId: person.id })).toMatchObject({
    status: 502,
    body: { error: "Failed to delete user" },
  });
  logged.mockRestore();
  functions.env.STRIPE_API_URL = address;
  expect(await there(person.id)).toBe(true);
});

it.each([
  [{}, 404],
  [{ userId: 5 }, 404],
  [{ userId: "' or true --" }, 404],
  [{ userId: "00000000-0000-4000-8000-000000000000" }, 404],
])("refuses %j", async (body, status) => {
  expect((await remove(admin, body)).status).toBe(status);
});

it("refuses an endless reason, and to delete the last admin", async () => {
  const long = await remove(admin, { userId: client.id, reason: "r".repeat(501) });
  expect([long.status, await there(client.id)]).toEqual([400, true]);
  expect(await remove(admin, { userId: admin.id })).toEqual({
    status: 409,
    body: expect.objectContaining({
      error:
        "The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.",
    }),
  });
});
