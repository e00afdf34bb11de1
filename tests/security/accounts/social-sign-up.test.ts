import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { type Account, startProvider } from "#backend/tests/conformance/auth-provider.ts";
import { perFile } from "#backend/tests/per-file.ts";
import {
  allowed,
  metadataOf,
  openClient,
  outcome,
  PASSWORD,
  postJob,
  refused,
} from "#tests/security/people.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

/** What is accepted from an identity provider, and what the account's owner may then set, once. */
const provider = perFile(startProvider);
let backend: TestBackend;
beforeAll(async () => {
  const { id, secret } = provider.client;
  backend = await startTestBackend({
    project: THE_PROJECT,
    configure: ({ auth }) => {
      auth.siteUrl = "https://site.example";
      auth.external = { google: { enabled: true, clientId: id, secret, url: provider.url } };
    },
  });
});
afterAll(async () => {
  await backend?.close();
});

let people = 0;
const startSignIn = (to: string) => {
  people += 1;
  return backend.request(to, { redirect: "manual" }, `10.44.${people >> 8}.${people & 255}`);
};

/** Signs in with the provider as a page of ours does, with PKCE. */
const enter = async (facts: Partial<Account> = {}): Promise<SupabaseClient> => {
  people += 1;
  const account = {
    sub: String(people),
    email: `social-${people}@people.example`,
    email_verified: true,
    name: "Ada King Lovelace",
    ...facts,
  };
  const storage = new Map<string, string>();
  const client = createClient(backend.url, backend.keys.anon, {
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  });
  const { data } = await client.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: "https://site.example/sign-in-return", skipBrowserRedirect: true },
  });
  const left = await startSignIn(data.url ?? "");
  const back = provider.signIn(new URL(left.headers.get("location") ?? ""), account);
  const target = new URL((await startSignIn(back.href)).headers.get("location") ?? "");
  const code = target.searchParams.get("code");
  if (!code) throw new Error(`No code: ${target}`);
  const { error } = await client.auth.exchangeCodeForSession(code);
  if (error) throw error;
  return client;
};

const profileOf = async (client: SupabaseClient) => {
  const { data, error } = await client.from("profiles").select("*").single();
  if (error) throw error;
  return data;
};

const DETAILS = { ...metadataOf("ada", "provider"), first_name: "Ada" };

describe("an account from an identity provider", () => {
  it.each([
    ["a full name in one piece", { name: "Ada  King Lovelace" }, ["Ada", "King Lovelace"]],
    ["one name", { name: "Plato" }, ["Plato", ""]],
    ["no name", { name: undefined }, ["", ""]],
  ])("accepts %s", async (_what, facts, [first_name, last_name]) => {
    expect(await profileOf(await enter(facts))).toMatchObject({ first_name, last_name });
  });

  it.each([
    [{ name: "A. L.", given_name: "Ada", family_name: "Byron" }, "Ada", "Byron"],
    [{ name: "Ada Byron", given_name: "Ada" }, "Ada", null],
    [{ full_name: "Ada  King Byron", name: "ada" }, "Ada", "King Byron"],
    [{ name: { first: "Ada" }, full_name: 7 }, null, null],
  ])("reads the names of %j", async (claims, first_name, last_name) => {
    const names = "select * from private.names_from_metadata($1)";
    expect(await backend.db.query(names, [claims])).toEqual([{ first_name, last_name }]);
  });

  it("is a client's, and has no other role, whatever the provider says", async () => {
    const client = await enter({
      account_type: "provider",
      location: "Everywhere",
      phone_number: "+44 113 496 0000",
      business_name: "Mine",
      categories: ["IT"],
    });
    expect(await profileOf(client)).toMatchObject({
      account_type: "client",
      location: null,
      phone_number: null,
      business_name: null,
      categories: [],
    });
    expect((await client.rpc("sign_up_unfinished")).data).toBe(true);
  });
});

describe("finishing the sign-up", () => {
  it("makes a provider, with everything the form asks, once", async () => {
    const client = await enter();
    for (const [name, message] of [
      ["location", "Location is required"],
      ["phone_number", "Phone number is required for providers"],
      ["business_name", "Business name is required"],
      ["categories", "At least one category is required for providers"],
      ["first_name", "Full name is required"],
    ]) {
      const details = { ...DETAILS, [name ?? ""]: undefined };
      const { error } = await client.rpc("finish_sign_up", { details });
      expect(error?.message, name).toBe(message);
    }
    const strange = { ...DETAILS, categories: ["Piracy"] };
    expect((await client.rpc("finish_sign_up", { details: strange })).error?.message).toBe(
      'There is no category "Piracy". Please choose one from the list.',
    );
    expect((await profileOf(client)).account_type).toBe("client");

    const twice = await Promise.all(
      [1, 2].map(() => outcome(client.rpc("finish_sign_up", { details: DETAILS }))),
    );
    expect(twice.sort()).toEqual(["409 PT409", "let in"]);
    expect(await profileOf(client)).toMatchObject({
      account_type: "provider",
      business_name: "ada Ltd",
      categories: ["IT"],
      location: "Leeds",
    });
    expect((await client.rpc("sign_up_unfinished")).data).toBe(false);
    const back = { ...DETAILS, account_type: "client" };
    await refused(client.rpc("finish_sign_up", { details: back }), "409 PT409");
    expect((await profileOf(client)).account_type).toBe("provider");
  });

  it("makes nobody an admin", async () => {
    const client = await enter();
    const details = { ...DETAILS, account_type: "admin", is_visible: false };
    await allowed(client.rpc("finish_sign_up", { details }));
    expect(await profileOf(client)).toMatchObject({ account_type: "client", is_visible: true });
  });

  it("is not for who has posted jobs, or for accounts with a password", async () => {
    const poster = await enter();
    const { id } = await profileOf(poster);
    await postJob({ id, client: poster });
    await refused(poster.rpc("finish_sign_up", { details: DETAILS }), "409 PT409");
    const asClient = { ...DETAILS, account_type: "client" };
    await allowed(poster.rpc("finish_sign_up", { details: asClient }));

    const email = "old@people.example";
    const service = openClient(backend, backend.keys.serviceRole);
    await service.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: metadataOf("old", "client"),
      app_metadata: { provider: "google" },
    });
    const old = openClient(backend);
    await old.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await old.rpc("sign_up_unfinished")).data).toBe(false);
    await refused(old.rpc("finish_sign_up", { details: DETAILS }), "409 PT409");
    expect((await profileOf(old)).account_type).toBe("client");
  });
});
