import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { claimsIn, codeIn, fragmentOf, newEmail, refused } from "./auth-people.ts";
import type { Account } from "./auth-provider.ts";
import { errorOf, type Name, newAccount, withProvider } from "./auth-provider-people.ts";

const { provider, backend, go, signInAt } = withProvider();

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
    await backend.auth().signUp({
      email,
      password: "the attacker's choice",
      options: { data: { role_claim: "x" } },
    });
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
    const { auth } = backend.core.project.config;
    auth.enableSignup = false;
    try {
      const stranger = newAccount();
      expect(errorOf(await signInAt("google", stranger))).toBe("signup_disabled");
      expect(await backend.accountsWith(stranger.email)).toEqual([]);
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
    const unproven = newAccount({ email: victim.email, email_verified: false });
    await linkWith(client, "github", unproven);
    expect(claimsIn(await signInAt("google", victim)).sub).not.toBe(user.id);
  });

  it("is for signed-in people, where the project allows it", async () => {
    const path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
    expect(await backend.raw("GET", path)).toMatchObject({ status: 401 });
    const { access_token: token } = (await backend.signedUp()).session;
    const { auth } = backend.core.project.config;
    auth.enableManualLinking = false;
    try {
      for (const [method, where] of [
        ["GET", path],
        ["DELETE", `/user/identities/${crypto.randomUUID()}`],
      ] as const) {
        expect(await backend.outcome(method, where, { token })).toEqual([
          404,
          "manual_linking_disabled",
        ]);
      }
    } finally {
      auth.enableManualLinking = true;
    }
    const odd = await backend.outcome("DELETE", "/user/identities/x", { token });
    expect(odd).toEqual([404, "validation_failed"]);
  });
});
