import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Person, runUntil } from "#tests/functions.ts";
import { allowed, newestLink } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
let admin: Person;
let client: Person;
let provider: Person;

beforeAll(async () => {
  admin = await functions.person("admin", "boss");
  client = await functions.person("client", "cleo");
  provider = await functions.person("provider", "paul");
});

const GOOD = {
  firstName: " Ann ",
  lastName: "Volt",
  location: "Leeds",
  businessName: "Bright Sparks",
  phoneNumber: "",
  vat_number: "123 4567 89",
  websiteUrl: "https://sparks.example",
  bio: "",
  categories: ["Construction/Trade > Electrician"],
  imageUrl: "",
};

const TAKEN = {
  status: 409,
  body: { error: "This email is already registered. Use another, or leave it out." },
};

const create = (person: Person | null, body: unknown) =>
  functions.answerTo<{ error?: string; userId?: string; invited?: boolean }>(
    person,
    "admin-create-provider",
    body,
  );
const users = async () => (await functions.sql("select from auth.users")).length;
const mails = async () => (await functions.sql("select from auth.one_time_tokens")).length;

/** The token of the newest mail to an address. */
const linkOf = (email: string) => newestLink(functions.backend, email);

/** As if the links to an address had been sent some days earlier. */
const age = (email: string, days: number) =>
  functions.sql(
    "update auth.one_time_tokens set created_at = created_at - make_interval(days => $2) where relates_to = $1",
    [email, days],
  );

const accept = (token_hash: string) =>
  functions.visitor().auth.verifyOtp({ token_hash, type: "invite" });

describe("a provider made by an admin", () => {
  it("has what was written, is recorded, and nobody can sign in without an address", async () => {
    const before = await mails();
    const made = await create(admin, GOOD);
    expect(made).toMatchObject({ status: 200, body: { invited: false } });
    const [profile] = await functions.sql(
      `select account_type, first_name, last_name, business_name, location, phone_number, vat_number, bio, categories,
        social_links, is_active, email from public.profiles where id = $1`,
      [made.body.userId],
    );
    expect(profile).toMatchObject({
      account_type: "provider",
      first_name: "Ann",
      last_name: "Volt",
      business_name: "Bright Sparks",
      location: "Leeds",
      phone_number: null,
      vat_number: "GB123456789",
      bio: null,
      categories: GOOD.categories,
      social_links: { website: "https://sparks.example" },
      email: expect.stringMatching(/^provider-[0-9a-f-]{36}@admin\.test\.internal$/),
    });
    const [line] = await functions.sql(
      "select actor_id, action from public.audit_log where target_id = $1",
      [made.body.userId],
    );
    expect(line).toEqual({ actor_id: admin.id, action: "create provider" });
    expect(await mails()).toBe(before);
  });

  it("is invited at the address that was given, and confirmed by nothing but the mail", async () => {
    const made = await create(admin, { ...GOOD, email: "Ann@Sparks.example" });
    expect(made).toMatchObject({ status: 200, body: { invited: true } });
    const [user] = await functions.sql(
      "select email, email_confirmed_at, invited_at is not null as invited from auth.users where id = $1",
      [made.body.userId],
    );
    expect(user).toEqual({ email: "ann@sparks.example", email_confirmed_at: null, invited: true });
    const token_hash = linkOf("ann@sparks.example");
    const guest = functions.visitor();
    // It lasts a week.
    await age("ann@sparks.example", 6);
    await allowed(guest.auth.verifyOtp({ token_hash, type: "invite" }));
    await allowed(guest.auth.updateUser({ password: "a password of her own" }));
    expect(await create(admin, { ...GOOD, email: "ann@sparks.example" })).toMatchObject(TAKEN);
  });
});

describe("an invitation that was not accepted", () => {
  it("ends after a week, and is sent again, to nobody who accepted it", async () => {
    const email = "late@sparks.example";
    const { userId } = (await create(admin, { ...GOOD, email })).body;
    const late = linkOf(email);
    await age(email, 8);
    expect((await accept(late)).error?.code).toBe("otp_expired");
    expect((await create(client, { inviteAgain: userId })).status).toBe(403);
    expect(await create(admin, { inviteAgain: userId })).toMatchObject({ status: 200 });
    const fresh = linkOf(email);
    expect(fresh).not.toBe(late);
    await allowed(accept(fresh));
    const refused = {
      status: 409,
      body: { error: expect.stringContaining("has chosen a password already") },
    };
    for (const id of [userId, client.id])
      expect(await create(admin, { inviteAgain: id })).toMatchObject(refused);
    const unknown = await create(admin, { inviteAgain: "00000000-0000-4000-8000-000000000000" });
    expect(unknown.status).toBe(404);
    const nowhere = (await create(admin, { ...GOOD, businessName: "No Address Ltd" })).body.userId;
    expect(await create(admin, { inviteAgain: nowhere })).toMatchObject({
      status: 409,
      body: { error: "This account has no email address. Please add one first." },
    });
  });
});

describe("a call that ended between the account and the profile", () => {
  /** As after a kill: the account is there, and nothing after it happened. */
  const interrupt = async (details: object) => {
    const before = await users();
    await runUntil("/rpc/admin_make_provider", () => create(admin, details));
    expect(await users()).toBe(before + 1);
  };

  it.each(["dora@half.example", ""])("is completed by the same row (%j)", async (email) => {
    const details = { ...GOOD, businessName: `Half ${email}`, email };
    const before = await users();
    await interrupt(details);
    expect(await users()).toBe(before + 1);
    const made = await create(admin, details);
    expect(made).toMatchObject({ status: 200, body: { invited: email !== "" } });
    expect(await users()).toBe(before + 1);
    const [line] = await functions.sql(
      `select p.account_type, p.business_name, a.action from public.profiles p
         join public.audit_log a on a.target_id = p.id::text where p.id = $1`,
      [made.body.userId],
    );
    expect(line).toEqual({
      account_type: "provider",
      business_name: `Half ${email}`.trim(),
      action: "create provider",
    });
    // What is complete is never taken over: another row, or a refusal.
    const again = await create(admin, details);
    expect(again.status).toBe(email ? 409 : 200);
    expect(again.body.userId).not.toBe(made.body.userId);
  });

  it("is nobody's who signed up or confirmed the address meanwhile", async () => {
    const details = { ...GOOD, email: "used@half.example" };
    await interrupt(details);
    await functions.sql("update auth.users set email_confirmed_at = now() where email = $1", [
      details.email,
    ]);
    expect((await create(admin, details)).status).toBe(409);
  });
});

describe("what is refused", () => {
  it("an address that has an account, confirmed or not, which stays as it is", async () => {
    const confirm = (at: string) =>
      functions.sql(`update auth.users set email_confirmed_at = ${at} where id = $1`, [client.id]);
    await confirm("null");
    const before = await users();
    for (const person of [client, provider]) {
      const again = { ...GOOD, email: person.email.toUpperCase() };
      expect(await create(admin, again)).toMatchObject(TAKEN);
    }
    expect(await users()).toBe(before);
    await confirm("now()");
  });

  const NAMES = "First name and last name are required";
  it.each([
    [{ ...GOOD, firstName: " " }, NAMES],
    [{ ...GOOD, lastName: undefined }, NAMES],
    [{ ...GOOD, businessName: "" }, "Business name is required for providers"],
    [{ ...GOOD, firstName: { a: 1 } }, "first_name is not valid"],
    [{ ...GOOD, bio: "b".repeat(5001) }, "Please use at most 5,000 characters"],
    [{ ...GOOD, categories: "IT" }, "categories is not valid"],
    [{ ...GOOD, categories: [1] }, "categories is not valid"],
    [{ ...GOOD, categories: ["Nonsense"] }, /^There is no category "Nonsense"\./],
    [{ ...GOOD, websiteUrl: "javascript:alert(1)" }, /enter a web address/],
    [{ ...GOOD, imageUrl: "javascript:alert(1)" }, "A field is not valid"],
    [{ ...GOOD, email: "nobody" }, "Invalid email address"],
    [{ ...GOOD, phoneNumber: "12" }, "Invalid phone number format"],
    [{ ...GOOD, vatNumber: "12" }, /9 or 12 digits/],
    [[], "The request body must be a JSON object"],
  ])("%j", async (body, error) => {
    const before = await users();
    const response = await create(admin, body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(error);
    expect(await users()).toBe(before);
  });

  it("leaves no account behind when the profile cannot be made", async () => {
    const before = await users();
    await functions.sql("alter function public.admin_make_provider rename to hidden");
    await functions.sql("notify pgrst, 'reload schema'");
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await create(admin, GOOD)).toMatchObject({
      status: 502,
      body: { error: "Failed to create the account. Please try again in a moment." },
    });
    logged.mockRestore();
    expect(await users()).toBe(before);
  });
});
