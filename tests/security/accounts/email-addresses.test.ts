import { describe, expect, it } from "vitest";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { allowed, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const ADDRESSES = [
  "a@b.co",
  "o'brien+jobs@mail.example.co.uk",
  "a@b.co,uk",
  "a,b@c.de",
  "a@b",
  "a@b.c",
  "a@-b.co",
  "a@b-.co",
  "a b@c.de",
  "a@b..co",
  "zoë@b.co",
  `${"a".repeat(65)}@b.co`,
];

it("the database and the forms have one rule for addresses", async () => {
  const rows = await world.sql<{ address: string; taken: boolean }>(
    "select address, private.is_email_address(address) as taken from unnest($1::text[]) as t (address)",
    [ADDRESSES],
  );
  expect(rows).toEqual(ADDRESSES.map((address) => ({ address, taken: isEmailAddress(address) })));
});

describe("a change of address", () => {
  it("is cancelled by its owner alone, and its links stop working", async () => {
    const { client, id } = world.people.seeker;
    const next = { email: "elsewhere@example.org", current_password: PASSWORD };
    await allowed(client.auth.updateUser(next));
    const waiting = async () => (await client.auth.getUser()).data.user?.new_email;
    expect(await waiting()).toBe(next.email);
    await allowed(world.rpc("rival", "cancel_email_change"));
    expect(await waiting()).toBe(next.email);
    await allowed(client.rpc("cancel_email_change"));
    expect(await waiting()).toBeUndefined();
    const links =
      "auth.one_time_tokens where user_id = $1 and token_type::text like 'email_change%'";
    expect(await world.count(links, [id])).toBe(0);
  });
});
