import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestBackend } from "#tests/backend.ts";
import {
  codeIn,
  fragmentOf,
  mailsTo,
  mailTo,
  newEmail,
  operatorOf,
  PASSWORD,
  personAt,
  raw,
  signedUp,
  startAuth,
} from "./auth-people.ts";
import { type Account, startProvider, type TestProvider } from "./auth-provider.ts";

let provider: TestProvider;
let backend: TestBackend;
beforeAll(async () => {
  provider = await startProvider();
  const at = { enabled: true, clientId: provider.client.id, secret: provider.client.secret };
  backend = await startAuth((auth) => {
    auth.additionalRedirectUrls = ["https://app.example/**"];
    auth.enableManualLinking = true;
    auth.external = {
      google: { ...at, url: provider.url },
      github: { ...at, url: provider.url },
      keycloak: { ...at, url: `${provider.url}/`, email_optional: true },
      apple: { ...at, enabled: false },
    };
  });
});
afterAll(async () => {
  await backend?.close();
  await provider?.close();
});
beforeEach(() => {
  provider.next.claims = {};
  provider.next.down = false;
});

let accounts = 0;
const newAccount = (facts: Partial<Account> = {}): Account => {
  accounts += 1;
  return {
    sub: String(1000 + accounts),
    email: newEmail("abroad"),
    email_verified: true,
    name: "Ada Abroad",
    picture: "https://pictures.example/ada.png",
    ...facts,
  };
};

type Name = "google" | "github" | "keycloak";

let hosts = 0;
const go = async (to: string, init: RequestInit = {}): Promise<URL> => {
  hosts += 1;
  const answer = await backend.ask(
    to,
    { redirect: "manual", ...init },
    `10.230.${hosts >> 8}.${hosts & 255}`,
  );
  const location = answer.headers.get("location");
  if (answer.status !== 302 || !location) {
    throw new Error(`No redirect but ${answer.status}: ${await answer.text()}`);
  }
  return new URL(location);
};

const start = async (
  client: SupabaseClient,
  name: Name,
  options: Parameters<SupabaseClient["auth"]["signInWithOAuth"]>[0]["options"] = {},
): Promise<URL> => {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: name,
    options: { redirectTo: "https://app.example/back", skipBrowserRedirect: true, ...options },
  });
  if (error || !data.url) throw error ?? new Error("No address");
  return go(data.url);
};

/** The whole way from the application to the provider and back to the application. */
const signInAt = async (name: Name, account: Account): Promise<URL> =>
  go(provider.signIn(await start(personAt(backend), name), account).href);

const usersWith = (email: string | undefined) =>
  backend.db.query<{ id: string; encrypted_password: string; email_confirmed_at: Date | null }>(
    "select id, encrypted_password, email_confirmed_at from auth.users where email = $1",
    [email],
  );

const errorOf = (url: URL) => {
  const { error_code } = fragmentOf(url);
  expect(url.searchParams.get("error_code")).toBe(error_code ?? null);
  expect(url.hash).not.toContain("access_token");
  return error_code;
};

describe("signing in with a provider", () => {
  it("asks it with everything that protects the way back", async () => {
    const at = await start(personAt(backend), "google", {
      scopes: "calendar.read mail.read",
      queryParams: { prompt: "consent", redirect_uri: "https://evil.example", state: "mine" },
    });
    expect(`${at.origin}${at.pathname}`).toBe(`${provider.url}/authorize`);
    expect(Object.fromEntries(at.searchParams)).toMatchObject({
      client_id: "our-client",
      response_type: "code",
      redirect_uri: `${backend.url}/auth/v1/callback`,
      scope: "openid email profile calendar.read mail.read",
      prompt: "consent",
      code_challenge_method: "S256",
    });
    for (const name of ["nonce", "code_challenge"]) {
      expect(at.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
    expect(at.searchParams.getAll("state")).toHaveLength(1);
    expect(at.searchParams.get("state")).not.toBe("mine");
    expect(at.searchParams.has("redirect_to")).toBe(false);
  });

  it("makes an account and gives its session in the fragment", async () => {
    const account = newAccount();
    const target = await signInAt("google", account);
    expect(`${target.origin}${target.pathname}`).toBe("https://app.example/back");
    const { access_token = "", refresh_token = "", ...rest } = fragmentOf(target);
    expect(rest).toMatchObject({ token_type: "bearer" });
    expect(rest.provider_refresh_token).toBe(`refresh ${rest.provider_token}`);
    const client = personAt(backend);
    const { data, error } = await client.auth.setSession({ access_token, refresh_token });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: account.email,
      is_anonymous: false,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: {
        email: account.email,
        email_verified: true,
        full_name: "Ada Abroad",
        avatar_url: "https://pictures.example/ada.png",
        provider_id: account.sub,
        sub: account.sub,
      },
      identities: [{ provider: "google", id: account.sub, email: account.email }],
    });
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect(decodeJwt(access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
    // Again: the same account, told anew.
    const again = fragmentOf(await signInAt("google", { ...account, name: "Ada Again" }));
    expect(decodeJwt(again.access_token ?? "")).toMatchObject({
      sub: data.user?.id,
      user_metadata: { full_name: "Ada Again" },
    });
    const trail = await backend.db.query<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries
        where payload ->> 'actor_id' = $1 and payload -> 'traits' ->> 'provider' = 'google'
        order by created_at`,
      [data.user?.id],
    );
    expect(trail.map(({ action }) => action)).toEqual(["user_signedup", "login"]);
  });

  it("gives a code to who asked with PKCE, good once and only with the verifier", async () => {
    const client = personAt(backend, { flowType: "pkce" });
    const account = newAccount();
    const target = await go(provider.signIn(await start(client, "google"), account).href);
    expect(target.hash).toBe("");
    const code = target.searchParams.get("code") ?? "";
    const thief = await raw(backend, "POST", "/token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: "x".repeat(43) },
    });
    expect(thief).toMatchObject({ status: 400, body: { error_code: "bad_code_verifier" } });
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(account.email);
    expect(data.session?.provider_refresh_token).toBe(`refresh ${data.session?.provider_token}`);
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
      amr: [{ method: "oauth" }],
    });
    const twice = await raw(backend, "POST", "/token?grant_type=pkce", {
      body: { auth_code: code, code_verifier: "x".repeat(43) },
    });
    expect(twice).toMatchObject({ status: 404, body: { error_code: "flow_state_not_found" } });
  });

  it("works GitHub's way too, and with addresses that only userinfo tells", async () => {
    const account = newAccount();
    const github = decodeJwt(fragmentOf(await signInAt("github", account)).access_token ?? "");
    expect(github).toMatchObject({
      email: account.email,
      user_metadata: { user_name: "octo", provider_id: account.sub },
    });
    provider.next.claims = { email: undefined, email_verified: undefined };
    const other = newAccount();
    const told = decodeJwt(fragmentOf(await signInAt("keycloak", other)).access_token ?? "");
    expect(told).toMatchObject({ email: other.email });
  });

  it("goes without an address only where the project allows it", async () => {
    const account = newAccount({ email: undefined, email_verified: undefined });
    expect(errorOf(await signInAt("google", account))).toBe("unexpected_failure");
    const without = fragmentOf(await signInAt("keycloak", account));
    expect(decodeJwt(without.access_token ?? "")).toMatchObject({ email: "" });
    const again = fragmentOf(await signInAt("keycloak", account));
    expect(decodeJwt(again.access_token ?? "").sub).toBe(decodeJwt(without.access_token ?? "").sub);
  });

  it("makes one account when two come at once", async () => {
    const account = newAccount();
    const ways = await Promise.all([1, 2, 3].map(() => start(personAt(backend), "google")));
    await Promise.all(ways.map((at) => go(provider.signIn(at, account).href)));
    expect(await usersWith(account.email)).toHaveLength(1);
  });

  it.each([
    ["", "Unsupported provider: Provider  could not be found"],
    ["apple", "Unsupported provider: provider is not enabled"],
    ["spotify", "Unsupported provider: provider is not enabled"],
    ["__proto__", "Unsupported provider: Provider __proto__ could not be found"],
  ])("refuses the provider %j", async (name, msg) => {
    const answer = await raw(backend, "GET", `/authorize?provider=${name}`);
    expect(answer).toMatchObject({ status: 400, body: { error_code: "validation_failed", msg } });
  });
});

describe("the way back", () => {
  it("leads only where the project allows", async () => {
    for (const redirectTo of [
      "https://evil.example/",
      "https://app.example.evil.example/",
      "javascript:alert(1)",
      "//evil.example",
      "https://app.example@evil.example/",
    ]) {
      const at = await start(personAt(backend), "google", { redirectTo });
      const target = await go(provider.signIn(at, newAccount()).href);
      expect(target.origin).toBe("https://site.example");
      const refused = await start(personAt(backend), "google", { redirectTo });
      const state = refused.searchParams.get("state");
      const denied = await go(`/auth/v1/callback?state=${state}&error=access_denied`);
      expect(denied.origin).toBe("https://site.example");
    }
  });

  it("works once, and not for a state that is not ours", async () => {
    const back = provider.signIn(await start(personAt(backend), "google"), newAccount());
    expect(fragmentOf(await go(back.href)).access_token).toBeTruthy();
    const replayed = await go(back.href);
    expect(replayed.origin).toBe("https://site.example");
    expect(errorOf(replayed)).toBe("bad_oauth_state");
    for (const state of [crypto.randomUUID(), "x", "' or true --", ""]) {
      const target = await go(`/auth/v1/callback?code=x&state=${encodeURIComponent(state)}`);
      expect(errorOf(target)).toBe(state ? "bad_oauth_state" : "bad_oauth_callback");
    }
    const late = provider.signIn(await start(personAt(backend), "google"), newAccount());
    backend.clock.advance(601);
    expect(errorOf(await go(late.href))).toBe("bad_oauth_state");
    backend.clock.advance(-601);
  });

  it("is the browser's that left: nobody's sign-in ends in another's", async () => {
    const client = personAt(backend);
    const { data } = await client.auth.signInWithOAuth({
      provider: "google",
      options: { skipBrowserRedirect: true },
    });
    const leave = async () => {
      const left = await backend.ask(data.url ?? "", { redirect: "manual" }, "10.231.0.1");
      const cookie = left.headers.get("set-cookie") ?? "";
      expect(cookie).toMatch(/; Path=\/auth\/v1\/callback; .*HttpOnly; SameSite=Lax$/);
      const at = new URL(left.headers.get("location") ?? "");
      return { cookie: cookie.split(";")[0] ?? "", back: provider.signIn(at, newAccount()).href };
    };
    const browser = { "sec-fetch-mode": "navigate" };
    const [attacker, victim] = [await leave(), await leave()];
    const tricked = await go(attacker.back, { headers: { ...browser, cookie: victim.cookie } });
    expect(errorOf(tricked)).toBe("bad_oauth_state");
    const own = await go(victim.back, { headers: { ...browser, cookie: `a=b; ${victim.cookie}` } });
    expect(fragmentOf(own).access_token).toBeTruthy();
    const bare = await go((await leave()).back, { headers: browser });
    expect(errorOf(bare)).toBe("bad_oauth_state");
  });

  it("tells the application what the provider refused, and nothing that breaks out", async () => {
    const at = await start(personAt(backend), "google");
    const query = new URLSearchParams({
      state: at.searchParams.get("state") ?? "",
      error: "access_denied",
      error_description: "No\r\nset-cookie: x=y&access_token=1#",
    });
    const target = await go(`/auth/v1/callback?${query}`);
    expect(fragmentOf(target)).toEqual({
      error: "access_denied",
      error_description: "Noset-cookie: x=y&access_token=1#",
    });
  });

  it("takes Apple's form, and refuses one that is too long", async () => {
    const back = provider.signIn(
      await start(personAt(backend), "google"),
      newAccount({ name: undefined }),
    );
    const form = new URLSearchParams(back.searchParams);
    form.set("user", JSON.stringify({ name: { firstName: "Ada", lastName: "Apple" } }));
    const target = await go("/auth/v1/callback", { method: "POST", body: form });
    expect(decodeJwt(fragmentOf(target).access_token ?? "")).toMatchObject({
      user_metadata: { full_name: "Ada Apple" },
    });
    form.set("user", "x".repeat(70_000));
    const answer = await backend.ask("/auth/v1/callback", { method: "POST", body: form });
    expect(answer.status).toBe(413);
  });

  it.each([
    ["of another issuer", { iss: "https://evil.example" }],
    ["for another client", { aud: "their-client" }],
    ["that is over", { exp: 1_000_000_000 }],
    ["for another sign-in", { nonce: "x".repeat(43) }],
    ["for nobody", { sub: "" }],
  ])("refuses an ID token %s", async (_what, claims) => {
    provider.next.claims = claims;
    const account = newAccount();
    const target = await signInAt("google", account);
    expect(fragmentOf(target)).toMatchObject({
      error: "server_error",
      error_code: "unexpected_failure",
      error_description: "Unable to exchange external code",
    });
    expect(await usersWith(account.email)).toEqual([]);
  });

  it("refuses a return from another issuer (RFC 9207) and survives a provider that is away", async () => {
    const back = provider.signIn(await start(personAt(backend), "google"), newAccount());
    back.searchParams.set("iss", "https://evil.example");
    expect(errorOf(await go(back.href))).toBe("unexpected_failure");
    const away = provider.signIn(await start(personAt(backend), "google"), newAccount());
    provider.next.down = true;
    expect(errorOf(await go(away.href))).toBe("unexpected_failure");
    const forged = await start(personAt(backend), "google");
    const state = forged.searchParams.get("state");
    expect(errorOf(await go(`/auth/v1/callback?state=${state}&code=guess`))).toBe(
      "unexpected_failure",
    );
  });
});

describe("linking", () => {
  it("is by an address that the provider vouches for", async () => {
    const { user, email } = await signedUp(backend);
    const account = newAccount({ email: email.toUpperCase() });
    const claims = decodeJwt(fragmentOf(await signInAt("google", account)).access_token ?? "");
    expect(claims).toMatchObject({
      sub: user.id,
      app_metadata: { provider: "email", providers: ["email", "google"] },
    });
    // The password still works: the account was confirmed.
    const signedIn = await personAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  it("is never by one that it does not vouch for", async () => {
    const { user, email } = await signedUp(backend);
    const thief = newAccount({ email, email_verified: false });
    for (const name of ["google", "github"] as const) {
      const target = await signInAt(name, thief);
      expect(fragmentOf(target)).toMatchObject({
        error: "access_denied",
        error_code: "provider_email_needs_verification",
      });
    }
    expect(await usersWith(email)).toHaveLength(1);
    const rows = await backend.db.query(
      "select 1 from auth.identities where provider_id = $1 or (user_id = $2 and provider <> 'email')",
      [thief.sub, user.id],
    );
    expect(rows).toEqual([]);
  });

  it("leaves no back door of who was there before the address was proven", async () => {
    const email = newEmail("victim");
    await personAt(backend).auth.signUp({
      email,
      password: "the attacker's choice",
      options: { data: { role_claim: "x" } },
    });
    const early = mailTo(backend, email);
    const account = newAccount({ email });
    const claims = decodeJwt(fragmentOf(await signInAt("google", account)).access_token ?? "");
    expect(claims).toMatchObject({ email, app_metadata: { providers: ["google"] } });
    expect(claims.user_metadata).not.toHaveProperty("role_claim");
    const attacker = await personAt(backend).auth.signInWithPassword({
      email,
      password: "the attacker's choice",
    });
    expect(attacker.error).toMatchObject({ code: "invalid_credentials" });
    const used = await personAt(backend).auth.verifyOtp({
      type: "signup",
      email,
      token: codeIn(early),
    });
    expect(used.error).toMatchObject({ code: "otp_expired" });
  });

  it("asks by mail for an address that is nobody's and not vouched for", async () => {
    const account = newAccount({ email_verified: false });
    const email = account.email ?? "";
    const target = await signInAt("github", account);
    expect(errorOf(target)).toBe("provider_email_needs_verification");
    expect(mailsTo(backend, email)).toHaveLength(1);
    expect((await usersWith(email))[0]?.email_confirmed_at).toBeNull();
    const { error } = await personAt(backend).auth.verifyOtp({
      type: "signup",
      email,
      token: codeIn(mailTo(backend, email)),
    });
    expect(error).toBeNull();
    expect(fragmentOf(await signInAt("github", account)).access_token).toBeTruthy();
  });

  it("gives the address to its owner, and none of it to who only claimed it", async () => {
    const claimed = newAccount({ email_verified: false });
    const email = claimed.email ?? "";
    await signInAt("github", claimed);
    backend.clock.advance(2);
    const owner = personAt(backend);
    await owner.auth.signInWithOtp({ email });
    await expect.poll(() => mailsTo(backend, email).length).toBe(2);
    const { data } = await owner.auth.verifyOtp({
      type: "email",
      email,
      token: codeIn(mailTo(backend, email)),
    });
    expect(data.user).toMatchObject({
      email,
      identities: [{ provider: "email" }],
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect(errorOf(await signInAt("github", claimed))).toBe("provider_email_needs_verification");
  });

  it("signs in neither the banned nor, where sign-up is closed, the new", async () => {
    const account = newAccount();
    const { sub = "" } = decodeJwt(
      fragmentOf(await signInAt("google", account)).access_token ?? "",
    );
    await operatorOf(backend).auth.admin.updateUserById(sub, { ban_duration: "1h" });
    expect(fragmentOf(await signInAt("google", account))).toMatchObject({
      error: "access_denied",
      error_code: "user_banned",
    });
    const { auth } = backend.kernel.project.config;
    auth.enableSignup = false;
    try {
      const stranger = newAccount();
      expect(errorOf(await signInAt("google", stranger))).toBe("signup_disabled");
      expect(await usersWith(stranger.email)).toEqual([]);
    } finally {
      auth.enableSignup = true;
    }
  });
});

describe("linking by hand", () => {
  const linkWith = async (client: SupabaseClient, name: Name, account: Account) => {
    const { data, error } = await client.auth.linkIdentity({
      provider: name,
      options: { redirectTo: "https://app.example/linked" },
    });
    if (error || !data.url) throw error ?? new Error("No address");
    return go(provider.signIn(new URL(data.url), account).href);
  };

  it("adds an identity of another address, and takes it off again", async () => {
    const { client, user, email } = await signedUp(backend);
    const account = newAccount();
    const target = await linkWith(client, "google", account);
    expect(fragmentOf(target).access_token).toBeTruthy();
    const { data } = await client.auth.getUserIdentities();
    expect(data?.identities.map(({ provider: name }) => name).sort()).toEqual(["email", "google"]);
    const signedIn = decodeJwt(fragmentOf(await signInAt("google", account)).access_token ?? "");
    expect(signedIn).toMatchObject({ sub: user.id, email });

    const own = data?.identities.find((identity) => identity.provider === "google");
    if (!own) throw new Error("No identity");
    const other = await signedUp(backend);
    await linkWith(other.client, "google", newAccount());
    const theirs = await other.client.auth.unlinkIdentity(own);
    expect(theirs.error).toMatchObject({ status: 422, code: "identity_not_found" });
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull();
    const last = (await client.auth.getUserIdentities()).data?.identities[0];
    if (!last) throw new Error("No identity");
    expect((await client.auth.unlinkIdentity(last)).error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
    });
    expect((await client.auth.getUser()).data.user?.app_metadata.providers).toEqual(["email"]);
    const anew = decodeJwt(fragmentOf(await signInAt("google", account)).access_token ?? "");
    expect(anew.sub).not.toBe(user.id);
  });

  it("takes the address off who keeps a proven number", async () => {
    const { admin } = operatorOf(backend).auth;
    const phone = "441632960960";
    const person = await signedUp(backend);
    await admin.updateUserById(person.user.id, { phone, phone_confirm: true });
    const { data } = await person.client.auth.getUserIdentities();
    const address = data?.identities.find(({ provider: name }) => name === "email");
    if (!address) throw new Error("No identity");
    expect((await person.client.auth.unlinkIdentity(address)).error).toBeNull();
    const { user } = (await admin.getUserById(person.user.id)).data;
    expect(user).toMatchObject({ email: "", phone, app_metadata: { providers: ["phone"] } });
    expect(user?.email_confirmed_at).toBeUndefined();
    expect(user?.confirmed_at).toBeTruthy();
  });

  it("takes nothing that is another's", async () => {
    const account = newAccount();
    const first = await signedUp(backend);
    await linkWith(first.client, "google", account);
    const { client, user } = await signedUp(backend);
    expect(errorOf(await linkWith(client, "google", account))).toBe("identity_already_exists");
    expect(errorOf(await linkWith(first.client, "google", account))).toBe(
      "identity_already_exists",
    );
    const rows = await backend.db.query<{ user_id: string }>(
      "select user_id from auth.identities where provider_id = $1",
      [account.sub],
    );
    expect(rows).toEqual([{ user_id: first.user.id }]);
    // An unproven address at a linked identity leads nobody to the account, nor its owner into it.
    const victim = newAccount();
    await linkWith(client, "github", {
      ...newAccount(),
      email: victim.email,
      email_verified: false,
    });
    const claims = decodeJwt(fragmentOf(await signInAt("google", victim)).access_token ?? "");
    expect(claims.sub).not.toBe(user.id);
  });

  it("is for who is signed in, where the project allows it", async () => {
    const path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
    expect(await raw(backend, "GET", path)).toMatchObject({ status: 401 });
    const { session } = await signedUp(backend);
    const { auth } = backend.kernel.project.config;
    auth.enableManualLinking = false;
    try {
      const token = session.access_token;
      for (const [method, where] of [
        ["GET", path],
        ["DELETE", `/user/identities/${crypto.randomUUID()}`],
      ] as const) {
        expect(await raw(backend, method, where, { token })).toMatchObject({
          status: 404,
          body: { error_code: "manual_linking_disabled" },
        });
      }
    } finally {
      auth.enableManualLinking = true;
    }
    const odd = await raw(backend, "DELETE", "/user/identities/x", { token: session.access_token });
    expect(odd).toMatchObject({ status: 404, body: { error_code: "validation_failed" } });
  });
});
