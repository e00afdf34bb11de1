import { describe, expect, it } from "vitest";
import {
  accepted,
  authBackend,
  dataOf,
  fragmentOf,
  newEmail,
  otherThan,
  PASSWORD,
  refused,
} from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.securePasswordChange = true;
});

describe("the user's own data", () => {
  it("are merged, and removed with null", async () => {
    const { client } = await backend.signedUp();
    await client.auth.updateUser({ data: { first_name: "Ada", town: "Leeds" } });
    const { user } = await dataOf(client.auth.updateUser({ data: { town: null, bio: "x" } }));
    expect(user?.user_metadata).toMatchObject({ first_name: "Ada", bio: "x" });
    expect(user?.user_metadata).not.toHaveProperty("town");
    expect((await client.auth.getUser()).data.user?.user_metadata.first_name).toBe("Ada");
  });

  it("stay within their size, also in small steps", async () => {
    const { client } = await backend.signedUp();
    expect((await client.auth.updateUser({ data: { a: "x".repeat(5000) } })).error).toBeNull();
    const second = client.auth.updateUser({ data: { b: "x".repeat(5000) } });
    await refused(second, "validation_failed", 400);
  });

  it("do not include what only the project may say", async () => {
    const { access_token: token } = (await backend.signedUp()).session;
    for (const body of [
      { app_metadata: { role: "admin" } },
      { app_metadata: { provider: "google" }, data: {} },
    ]) {
      await backend.refuses(403, "not_admin", "PUT", "/user", { token, body });
    }
    const body = {
      role: "service_role",
      id: crypto.randomUUID(),
      email_confirmed_at: "x",
      aud: "x",
    };
    const ignored = await backend.raw("PUT", "/user", { token, body });
    expect(ignored.status).toBe(200);
    expect(ignored.body.role).toBe("authenticated");
  });
});

describe("a new password", () => {
  it("has to be new and strong, and ends the other sessions", async () => {
    const { client, email } = await backend.signedUp();
    const { client: other } = await backend.signedIn(email);
    await refused(client.auth.updateUser({ password: PASSWORD }), "same_password", 422);
    await refused(client.auth.updateUser({ password: "abc" }), "weak_password");
    expect((await other.auth.getUser()).error).toBeNull();
    expect((await client.auth.updateUser({ password: "something else" })).error).toBeNull();
    expect((await other.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it("checks the current one where it is sent", async () => {
    const { client, session } = await backend.signedUp();
    const password = "something else";
    const guess = client.auth.updateUser({ password, current_password: "wrong" });
    await refused(guess, "invalid_credentials", 400);
    const body = { password, current_password: PASSWORD };
    const right = await backend.raw("PUT", "/user", { token: session.access_token, body });
    expect(right.status).toBe(200);
  });

  it("requires a mailed code in a session that is older than a day", async () => {
    const { client, email } = await backend.signedUp();
    backend.clock.advance(24 * 3600 + 1);
    await client.auth.refreshSession();
    const password = "something else";
    await refused(client.auth.updateUser({ password }), "reauthentication_needed", 400);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const nonce = backend.codeTo(email);
    const wrong = { password, nonce: otherThan(nonce) };
    await refused(client.auth.updateUser(wrong), "reauthentication_not_valid", 422);
    expect((await client.auth.updateUser({ password, nonce })).error).toBeNull();
    const another = client.auth.updateUser({ password: "and another", nonce });
    await refused(another, "reauthentication_not_valid");
  });
});

describe("a new address", () => {
  it("is confirmed from both, in either order", async () => {
    const { client, email, user } = await backend.signedUp();
    const next = newEmail("next");
    const changing = await dataOf(client.auth.updateUser({ email: next }));
    expect(changing.user).toMatchObject({ email, new_email: next });
    expect(backend.mailTo(next).subject).toBe("Confirm your new email address");

    const first = await backend.followMail(email);
    expect(fragmentOf(first).message).toMatch(/^Confirmation link accepted/);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const second = await backend.followMail(next);
    expect(fragmentOf(second).type).toBe("email_change");
    const { user: after } = await dataOf(client.auth.getUser());
    expect(after).toMatchObject({ id: user.id, email: next });
    expect(after.new_email).toBeUndefined();
    const proven = { email: next, email_verified: true };
    expect(after.identities?.[0]?.identity_data).toMatchObject(proven);
    await refused(backend.signIn(email), "invalid_credentials");
  });

  it("is confirmed by codes too, and not by one address alone", async () => {
    const { client, email } = await backend.signedUp();
    const next = newEmail("next");
    await client.auth.updateUser({ email: next });
    const token_hash = backend.tokenTo(next);
    const verify = () => backend.auth().verifyOtp({ type: "email_change", token_hash });
    expect(await dataOf(verify())).toEqual({ user: null, session: null });
    await refused(verify(), "otp_expired");
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const two = await backend.verifyCode(email, "email_change");
    expect(two.data.user?.email).toBe(next);
  });

  it("in use by another account is refused, now and when it was taken meanwhile", async () => {
    const { client, email } = await backend.signedUp();
    const taken = await backend.signedUp();
    await refused(client.auth.updateUser({ email: taken.email }), "email_exists", 422);
    const wanted = newEmail("wanted");
    await client.auth.updateUser({ email: wanted });
    await backend.followMail(email);
    const mine = backend.linkTo(wanted);
    await backend.signedUp(wanted);
    expect(fragmentOf(await backend.follow(mine)).error_code).toBe("email_exists");
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  it("replaced by another makes the first one's links useless", async () => {
    const { client, email } = await backend.signedUp();
    const first = newEmail("first");
    await client.auth.updateUser({ email: first });
    const links = [backend.linkTo(first), backend.linkTo(email)];
    backend.clock.advance(2);
    await client.auth.updateUser({ email: newEmail("second") });
    for (const link of links) {
      expect(fragmentOf(await backend.follow(link)).error_code).toBe("otp_expired");
    }
  });

  it("is mailed again on request", async () => {
    const { client, email } = await backend.signedUp();
    const next = newEmail("next");
    await client.auth.updateUser({ email: next });
    backend.clock.advance(2);
    expect((await client.auth.resend({ type: "email_change", email })).error).toBeNull();
    await backend.mailsArrived(next, 2);
  });

  it("mailed again at a stranger's request stays confirmed by half, and its newest links work", async () => {
    const { client, email } = await backend.signedUp();
    const next = newEmail("next");
    await client.auth.updateUser({ email: next });
    const resend = async (mails: number) => {
      backend.clock.advance(2);
      await accepted(backend.auth().resend({ type: "email_change", email }));
      await backend.mailsArrived(email, mails);
    };
    const replaced = backend.linkTo(next);
    await resend(3);
    expect(fragmentOf(await backend.follow(replaced)).error_code).toBe("otp_expired");
    const confirmed = fragmentOf(await backend.follow(backend.linkTo(next)));
    expect(confirmed.message).toMatch(/^Confirmation link/);
    await resend(4);
    expect(backend.mailsTo(next)).toHaveLength(2);
    expect(fragmentOf(await backend.follow(backend.linkTo(email))).type).toBe("email_change");
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
  });
});

it("writes who did what into the audit log, without secrets", async () => {
  const { client, email, user } = await backend.signedUp();
  await client.auth.updateUser({ password: "something else" });
  await client.auth.signOut();
  const rows = await backend.trailOf(user.id);
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set([
      "user_confirmation_requested",
      "user_signedup",
      "user_updated_password",
      "user_modified",
      "logout",
    ]),
  );
  expect(rows[0]).toMatchObject({ actor_username: email, actor_via_sso: false });
  expect(rows.every(({ ip }) => ip.startsWith("10."))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("something else");
});
