import { describe, expect, it } from "vitest";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { PASSWORD } from "#tests/security/people.ts";
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
  const rows = await world.backend.db.query<{ address: string; taken: boolean }>(
    "select address, private.is_email_address(address) as taken from unnest($1::text[]) as t (address)",
    [ADDRESSES],
  );
  expect(rows).toEqual(ADDRESSES.map((address) => ({ address, taken: isEmailAddress(address) })));
});

it("a job is not posted with an address that nobody can write to", async () => {
  const { client, id } = world.people.seeker;
  const { error } = await client.from("jobs").insert({
    user_id: id,
    title: "Fence",
    description: "A fence of ten metres",
    category: "IT",
    categories: ["IT"],
    contact_email: "a@b.co,uk",
  });
  expect(error?.code).toBe("23514");
});

describe("a change of address", () => {
  it("is cancelled by its owner alone, and its links stop working", async () => {
    const { client, id } = world.people.seeker;
    const changed = await client.auth.updateUser({
      email: "elsewhere@example.org",
      current_password: PASSWORD,
    });
    expect(changed.error).toBeNull();
    expect((await client.auth.getUser()).data.user?.new_email).toBe("elsewhere@example.org");
    expect((await world.people.rival.client.rpc("cancel_email_change")).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.new_email).toBe("elsewhere@example.org");
    expect((await client.rpc("cancel_email_change")).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined();
    const rows = await world.backend.db.query(
      "select 1 from auth.one_time_tokens where user_id = $1 and token_type::text like 'email_change%'",
      [id],
    );
    expect(rows).toEqual([]);
  });
});
