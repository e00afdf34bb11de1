import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { claimsIn, codeIn, dataOf, fragmentOf, newEmail, refused } from "./auth-people.ts";
import type { Account } from "./auth-provider.ts";
import { errorOf, type Name, newAccount, withProvider } from "./auth-provider-people.ts";

const { provider, backend, go, start, signInAt } = withProvider();

describe("signing in with a provider", () => {
  it("is called with everything that protects the return", async () => {
    const at = await start("google", {
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
    const rest = fragmentOf(target);
    expect(rest).toMatchObject({ token_type: "bearer" });
    expect(rest.provider_refresh_token).toBe(`refresh ${rest.provider_token}`);
    const { user, claims } = await backend.entered(target);
    expect(user).toMatchObject({
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
    expect(user.email_confirmed_at).toBeTruthy();
    expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
    // Again: the same account, with new facts.
    const again = claimsIn(await signInAt("google", { ...account, name: "Ada Again" }));
    expect(again).toMatchObject({ sub: user.id, user_metadata: { full_name: "Ada Again" } });
    const trail = await backend.trailOf(user.id);
    const there = trail.filter(({ traits }) => traits?.provider === "google");
    expect(there.map(({ action }) => action)).toEqual(["user_signedup", "login"]);
  });

  it("gives a code for PKCE, valid once and only with the verifier", async () => {
    const client = backend.client({ flowType: "pkce" });
    const account = newAccount();
    const target = await go(provider.signIn(await start("google", {}, client), account).href);
    expect(target.hash).toBe("");
    const code = target.searchParams.get("code") ?? "";
    const body = { auth_code: code, code_verifier: "x".repeat(43) };
    const steal = () => backend.outcome("POST", "/token?grant_type=pkce", { body });
    expect(await steal()).toEqual([400, "bad_code_verifier"]);
    const { user, session } = await dataOf(client.auth.exchangeCodeForSession(code));
    expect(user.email).toBe(account.email);
    expect(session.provider_refresh_token).toBe(`refresh ${session.provider_token}`);
    expect(decodeJwt(session.access_token)).toMatchObject({ amr: [{ method: "oauth" }] });
    expect(await steal()).toEqual([404, "flow_state_not_found"]);
  });

  it("makes one account from two simultaneous sign-ins", async () => {
    const account = newAccount();
    const ways = await Promise.all([1, 2, 3].map(() => start("google")));
    await Promise.all(ways.map((at) => go(provider.signIn(at, account).href)));
    expect(await backend.accountsWith(account.email)).toHaveLength(1);
  });
});

describe("the return from the provider", () => {
  it("leads only where the project allows", async () => {
    for (const redirectTo of [
      "https://evil.example/",
      "https://app.example.evil.example/",
      "javascript:alert(1)",
      "//evil.example",
      "https://app.example@evil.example/",
    ]) {
      const at = await start("google", { redirectTo });
      const target = await go(provider.signIn(at, newAccount()).href);
      expect(target.origin).toBe("https://site.example");
      const refused = await start("google", { redirectTo });
      const state = refused.searchParams.get("state");
      const denied = await go(`/auth/v1/callback?state=${state}&error=access_denied`);
      expect(denied.origin).toBe("https://site.example");
    }
  });

  it("works once, and not for a state that is not ours", async () => {
    const back = provider.signIn(await start("google"), newAccount());
    expect(fragmentOf(await go(back.href)).access_token).toBeTruthy();
    const replayed = await go(back.href);
    expect(replayed.origin).toBe("https://site.example");
    expect(errorOf(replayed)).toBe("bad_oauth_state");
    for (const state of [crypto.randomUUID(), "x", "' or true --", ""]) {
      const target = await go(`/auth/v1/callback?code=x&state=${encodeURIComponent(state)}`);
      expect(errorOf(target)).toBe(state ? "bad_oauth_state" : "bad_oauth_callback");
    }
    const late = provider.signIn(await start("google"), newAccount());
    backend.clock.advance(601);
    expect(errorOf(await go(late.href))).toBe("bad_oauth_state");
    backend.clock.advance(-601);
  });

  it("is accepted only in the browser that started it", async () => {
    const options = { skipBrowserRedirect: true };
    const { url } = await dataOf(
      backend.client().auth.signInWithOAuth({ provider: "google", options }),
    );
    const leave = async () => {
      const left = await backend.request(url, { redirect: "manual" }, "10.231.0.1");
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

  it("passes the provider's refusal to the application, and nothing that could inject", async () => {
    const at = await start("google");
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

  it("accepts Apple's form, and refuses one that is too long", async () => {
    const back = provider.signIn(await start("google"), newAccount({ name: undefined }));
    const form = new URLSearchParams(back.searchParams);
    form.set("user", JSON.stringify({ name: { firstName: "Ada", lastName: "Apple" } }));
    const target = await go("/auth/v1/callback", { method: "POST", body: form });
    expect(claimsIn(target)).toMatchObject({ user_metadata: { full_name: "Ada Apple" } });
    form.set("user", "x".repeat(70_000));
    const response = await backend.request("/auth/v1/callback", { method: "POST", body: form });
    expect(response.status).toBe(413);
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
    expect(await backend.accountsWith(account.email)).toEqual([]);
  });

  it("refuses a return from another issuer (RFC 9207) and survives a provider that is away", async () => {
    const back = provider.signIn(await start("google"), newAccount());
    back.searchParams.set("iss", "https://evil.example");
    expect(errorOf(await go(back.href))).toBe("unexpected_failure");
    const away = provider.signIn(await start("google"), newAccount());
    provider.next.down = true;
    expect(errorOf(await go(away.href))).toBe("unexpected_failure");
    const state = (await start("google")).searchParams.get("state");
    const forged = await go(`/auth/v1/callback?state=${state}&code=guess`);
    expect(errorOf(forged)).toBe("unexpected_failure");
  });
});

describe("linking", () => {
  it("is by an address that the provider vouches for", async () => {
    const { user, email } = await backend.signedUp();
    const account = newAccount({ email: email.toUpperCase() });
    const claims = claimsIn(await signInAt("google", account));
    expect(claims).toMatchObject({
      sub: user.id,
      app_metadata: { provider: "email", providers: ["email", "google"] },
    });
    // The password still works: the account was confirmed.
    expect((await backend.signIn(email)).error).toBeNull();
  });

  it("is never by one that it does not vouch for", async () => {
    const { user, email } = await backend.signedUp();
    const thief = newAccount({ email, email_verified: false });
    for (const name of ["google", "github"] as const) {
      const target = await signInAt(name, thief);
      expect(fragmentOf(target)).toMatchObject({
        error: "access_denied",
        error_code: "provider_email_needs_verification",
      });
    }
    expect(await backend.accountsWith(email)).toHaveLength(1);
    const rows = await backend.db.query(
      "select 1 from auth.identities where provider_id = $1 or (user_id = $2 and provider <> 'email')",
      [thief.sub, user.id],
    );
    expect(rows).toEqual([]);
  });

  it("leaves no access for an account from before the address was verified", async () => {
    const email = newEmail("victim");
    const options = { data: { role_claim: "x" } };
    await backend.auth().signUp({ email, password: "the attacker's choice", options });
    const early = backend.mailTo(email);
    const account = newAccount({ email });
    const claims = claimsIn(await signInAt("google", account));
    expect(claims).toMatchObject({ email, app_metadata: { providers: ["google"] } });
    expect(claims.user_metadata).not.toHaveProperty("role_claim");
    await refused(backend.signIn(email, "the attacker's choice"), "invalid_credentials");
    const token = codeIn(early);
    await refused(backend.auth().verifyOtp({ type: "signup", email, token }), "otp_expired");
  });

  it("gives the address to its owner, and nothing to an account that only claimed it", async () => {
    const claimed = newAccount({ email_verified: false });
    const email = claimed.email ?? "";
    await signInAt("github", claimed);
    backend.clock.advance(2);
    await backend.auth().signInWithOtp({ email });
    await backend.mailsArrived(email, 2);
    const { data } = await backend.verifyCode(email);
    expect(data.user).toMatchObject({
      email,
      identities: [{ provider: "email" }],
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect(errorOf(await signInAt("github", claimed))).toBe("provider_email_needs_verification");
  });

  it("signs in neither banned users nor, where sign-up is closed, new ones", async () => {
    const account = newAccount();
    const { sub = "" } = claimsIn(await signInAt("google", account));
    await backend.admin().updateUserById(sub, { ban_duration: "1h" });
    expect(fragmentOf(await signInAt("google", account))).toMatchObject({
      error: "access_denied",
      error_code: "user_banned",
    });
    backend.configure({ enableSignup: false });
    const stranger = newAccount();
    expect(errorOf(await signInAt("google", stranger))).toBe("signup_disabled");
    expect(await backend.accountsWith(stranger.email)).toEqual([]);
  });
});

describe("linking by hand", () => {
  const linkWith = async (client: SupabaseClient, name: Name, account: Account) => {
    const options = { redirectTo: "https://app.example/linked" };
    const { url } = await dataOf(client.auth.linkIdentity({ provider: name, options }));
    return go(provider.signIn(new URL(url ?? ""), account).href);
  };

  it("adds an identity with another address, and removes it", async () => {
    const { client, user, email } = await backend.signedUp();
    const account = newAccount();
    const target = await linkWith(client, "google", account);
    expect(fragmentOf(target).access_token).toBeTruthy();
    const { data } = await client.auth.getUserIdentities();
    expect(data?.identities.map(({ provider: name }) => name).sort()).toEqual(["email", "google"]);
    expect(claimsIn(await signInAt("google", account))).toMatchObject({ sub: user.id, email });

    const own = data?.identities.find((identity) => identity.provider === "google");
    if (!own) throw new Error("No identity");
    const other = await backend.signedUp();
    await linkWith(other.client, "google", newAccount());
    await refused(other.client.auth.unlinkIdentity(own), "identity_not_found", 422);
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull();
    const last = (await client.auth.getUserIdentities()).data?.identities[0];
    if (!last) throw new Error("No identity");
    await refused(client.auth.unlinkIdentity(last), "single_identity_not_deletable", 422);
    expect((await client.auth.getUser()).data.user?.app_metadata.providers).toEqual(["email"]);
    expect(claimsIn(await signInAt("google", account)).sub).not.toBe(user.id);
  });

  it("takes nothing that belongs to another user", async () => {
    const account = newAccount();
    const first = await backend.signedUp();
    await linkWith(first.client, "google", account);
    const { client, user } = await backend.signedUp();
    for (const by of [client, first.client])
      expect(errorOf(await linkWith(by, "google", account))).toBe("identity_already_exists");
    const rows = await backend.db.query<{ user_id: string }>(
      "select user_id from auth.identities where provider_id = $1",
      [account.sub],
    );
    expect(rows).toEqual([{ user_id: first.user.id }]);
    // An unproven address at a linked identity leads nobody to the account, nor its owner into it.
    const victim = newAccount();
    const unproven = newAccount({ email: victim.email, email_verified: false });
    await linkWith(client, "github", unproven);
    expect(claimsIn(await signInAt("google", victim)).sub).not.toBe(user.id);
  });

  it("is for signed-in people, where the project allows it", async () => {
    const path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
    expect(await backend.raw("GET", path)).toMatchObject({ status: 401 });
    const { access_token: token } = (await backend.signedUp()).session;
    backend.configure({ enableManualLinking: false });
    const own = `/user/identities/${crypto.randomUUID()}`;
    await backend.refuses(404, "manual_linking_disabled", "GET", path, { token });
    await backend.refuses(404, "manual_linking_disabled", "DELETE", own, { token });
    backend.configure({ enableManualLinking: true });
    await backend.refuses(404, "validation_failed", "DELETE", "/user/identities/x", { token });
  });
});
