import { describe, expect, it } from "vitest";
import {
  allowed,
  FORBIDDEN,
  metadataOf,
  openClient,
  PASSWORD,
  refused,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

let signedUp = 0;
const signUp = async (data: Record<string, unknown>) => {
  signedUp += 1;
  const email = `forger${signedUp}@people.example`;
  const { error } = await openClient(world.backend).auth.signUp({
    email,
    password: PASSWORD,
    options: { data },
  });
  const [profile] = await world.sql("select * from public.profiles where email = $1", [email]);
  return { email, error, profile };
};

describe("sign-up metadata", () => {
  const client = metadataOf("forger", "client");
  const provider = metadataOf("forger", "provider");

  it("makes a client or a provider, as the form says", async () => {
    expect((await signUp(client)).profile).toMatchObject({ account_type: "client" });
    expect((await signUp(provider)).profile).toMatchObject({
      account_type: "provider",
      business_name: "forger Ltd",
      categories: ["IT"],
    });
  });

  it.each([
    ["admin", { account_type: "admin" }],
    ["ADMIN", { account_type: "ADMIN" }],
    ["a list", { account_type: ["admin"] }],
    ["an object", { account_type: { provider: "admin" } }],
    ["a role", { role: "service_role", app_metadata: { role: "admin" }, aud: "admin" }],
    ["a confirmation", { email_verified: true, email_confirmed_at: "2020-01-01" }],
    ["states", { is_active: false, is_visible: false, subscribed: true, id: crypto.randomUUID() }],
    ["a stranger's address", { email: "member@people.example", sub: crypto.randomUUID() }],
  ])("makes nobody more than a waiting client: %s", async (_what, forged) => {
    const { email, profile } = await signUp({ ...client, ...forged });
    expect(profile).toMatchObject({
      account_type: "client",
      email,
      is_active: true,
      is_visible: true,
    });
    const [user] = await world.sql(
      "select role, aud, raw_app_meta_data, email_confirmed_at from auth.users where email = $1",
      [email],
    );
    expect(user).toEqual({
      role: "authenticated",
      aud: "authenticated",
      raw_app_meta_data: { provider: "email", providers: ["email"] },
      email_confirmed_at: null,
    });
    expect(await world.count("public.subscribers where user_id = $1", [profile?.id])).toBe(0);
  });

  it.each([
    ["no name", { ...client, first_name: " " }, "Full name is required"],
    ["an unseen name", { ...client, first_name: "\u202e\u3164\u200d" }, "Full name is required"],
    ["a name of another type", { ...client, first_name: { a: 1 } }, "Full name is required"],
    ["a provider without a place", { ...provider, location: "" }, "Location is required"],
    ["no phone", { ...provider, phone_number: null }, "Phone number is required for providers"],
    ["a wrong phone", { ...provider, phone_number: "12345" }, "Invalid phone number format"],
    ["no business", { ...provider, business_name: "" }, "Business name is required"],
    ["no category", { ...provider, categories: [] }, /^At least one category/],
    ["categories of another type", { ...provider, categories: "IT" }, /^At least one category/],
    [
      "an unknown category",
      { ...provider, categories: ["Arson"] },
      /^There is no category "Arson"\. Please choose/,
    ],
    [
      "one of a client",
      { ...client, categories: ["IT > Arson"] },
      /^There is no category "IT > Arson"/,
    ],
    ["a wrong phone of a client", { ...client, phone_number: "12345" }, /^Invalid phone/],
    ["a NUL", { ...client, first_name: "a\u0000b" }, /./],
  ])("is refused in words, and makes no account: %s", async (_what, data, message) => {
    const { email, error, profile } = await signUp(data);
    expect(error?.message).toMatch(message);
    expect(error?.status).toBeLessThan(500);
    expect(profile).toBeUndefined();
    expect(await world.count("auth.users where email = $1", [email])).toBe(0);
  });

  it("is shortened where it is too long", async () => {
    const { profile } = await signUp({ ...client, first_name: "n".repeat(5000) });
    expect(profile?.first_name).toHaveLength(80);
  });

  it("cannot be used later to become another user", async () => {
    const { client: seeker, id } = world.people.seeker;
    const forged = (more: object) =>
      seeker.auth.updateUser({ data: { account_type: "admin", role: "service_role" }, ...more });
    expect((await forged({ app_metadata: { role: "admin" } })).error?.status).toBe(403);
    await allowed(forged({ role: "service_role", aud: "admin", is_admin: true }));
    const { data } = await seeker.auth.refreshSession();
    const claims = JSON.parse(
      Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims).toMatchObject({ role: "authenticated", aud: "authenticated", sub: id });
    expect(claims.app_metadata).toEqual({ provider: "email", providers: ["email"] });
    expect(await world.stored("profiles.account_type", id)).toBe("client");
    await refused(seeker.rpc("admin_dashboard_counts"), FORBIDDEN);
  });
});
