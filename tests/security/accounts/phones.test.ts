import { beforeEach, describe, expect, it } from "vitest";
import { editUser } from "#tests/security/admin-people.ts";
import { A_JOB, allowed, openClient, PASSWORD, postJob } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

// A telephone number is one wherever it is written: one rule, private.valid_phone(), for every table and function.

const world = testWorld();
const own = (question: string, values: unknown[] = []) => world.sql(question, values);
const REFUSED = "Invalid phone number format";

const insertJob = (contact_phone: string) => {
  const { client, id } = world.people.seeker;
  return client.from("jobs").insert({ ...A_JOB, contact_phone, user_id: id });
};
let job: string;
beforeEach(async () => {
  await own("delete from public.jobs; delete from private.rate_limits");
  job = await postJob(world.people.seeker);
});

/** Every way in which people, admins and the secret key write a number. */
const WRITERS: Record<
  string,
  (phone: string) => PromiseLike<{ error: { message: string } | null }>
> = {
  "a job": insertJob,
  "a changed job": (phone) =>
    world.from("seeker", "jobs").update({ contact_phone: phone }).eq("id", job),
  "one's profile": (phone) =>
    world
      .from("member", "profiles")
      .update({ phone_number: phone })
      .eq("id", world.people.member.id),
  "an admin's edit": (phone_number) =>
    editUser(world, world.people.rival.id, { phone_number, reason: "Asked for" }),
  "an admin's provider": (phone) =>
    world.rpc("admin", "admin_make_provider", {
      target_user_id: world.people.seeker.id,
      details: {
        first_name: "Penny",
        last_name: "Plumb",
        business_name: "Plumb",
        phone_number: phone,
      },
    }),
  "the secret key, of a profile": (phone) =>
    world.service.from("profiles").update({ phone_number: phone }).eq("id", world.people.member.id),
  "the secret key, of a job": (phone) =>
    world.service.from("jobs").update({ contact_phone: phone }).eq("id", job),
  "a sign-up": (phone) =>
    openClient(world.backend).auth.signUp({
      email: `${crypto.randomUUID()}@people.example`,
      password: PASSWORD,
      options: { data: { first_name: "Ann", account_type: "client", phone_number: phone } },
    }),
};
const STORED = ["public.jobs", "public.profiles"];

describe.each(Object.entries(WRITERS))("the number of %s", (_what, write) => {
  it.each([
    "abc",
    "12345",
    "0770 09OO123",
    "0770+900123",
    "1234567890123456",
    "call me: 07700900123",
    "020 7946 0958 ext 12",
  ])("is not %j", async (phone) => {
    await world.unchanged(STORED, async () =>
      expect((await write(phone)).error?.message).toContain(REFUSED),
    );
  });
});

it.each([
  ["07700 900123", "07700 900123"],
  ["+44 (0)113-496 0000", "+44 (0)113-496 0000"],
  ["(0113) 496-0000", "(0113) 496-0000"],
  ["\u202a0113\u00a0496–0000\u202c", "0113 496-0000"],
  ["٠٧٧٠٠ ٩٠٠١٢٣", "07700 900123"],
  [null, null],
])("a job's %j and a profile's are stored as %j", async (phone, stored) => {
  const { client, id } = world.people.member;
  const posted = await postJob(world.people.seeker, { contact_phone: phone });
  await allowed(client.from("profiles").update({ phone_number: phone }).eq("id", id));
  expect(await world.stored("jobs.contact_phone", posted)).toBe(stored);
  expect(await world.stored("profiles.phone_number", id)).toBe(stored);
});

it("an account that the secret key makes keeps no number that is none", async () => {
  for (const [phone, stored] of [
    ["abc", null],
    ["07700 900123", "07700 900123"],
  ]) {
    const email = `${crypto.randomUUID()}@people.example`;
    const user_metadata = { first_name: "Ann", phone_number: phone };
    const { data } = await world.service.auth.admin.createUser({ email, user_metadata });
    expect(await world.stored("profiles.phone_number", data.user?.id)).toBe(stored);
  }
});
