import { describe, expect, it } from "vitest";
import { authBackend, fragmentOf, newEmail, PASSWORD, refused } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
});

/** Sessions that the operator ends, bans, and the mails and links that sign people in. */
describe("the operator", () => {
  it("signs a user out by their token: here, elsewhere or everywhere", async () => {
    const admin = backend.admin();
    const { email, session } = await backend.signedUp();
    const signIn = async () => (await backend.signedIn(email)).session.access_token;
    const areAccepted = (...tokens: string[]) =>
      Promise.all(
        tokens.map(async (token) => (await backend.raw("GET", "/user", { token })).status === 200),
      );
    const [one, two, three] = [session.access_token, await signIn(), await signIn()];
    expect((await admin.signOut(one, "local")).error).toBeNull();
    expect(await areAccepted(one, two, three)).toEqual([false, true, true]);
    expect((await admin.signOut(two, "others")).error).toBeNull();
    expect(await areAccepted(two, three)).toEqual([true, false]);
    const four = await signIn();
    expect((await admin.signOut(two)).error).toBeNull();
    expect(await areAccepted(two, four)).toEqual([false, false]);
    expect((await admin.signOut(two)).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  it("bans and lifts the ban", async () => {
    const admin = backend.admin();
    const { user, email, client } = await backend.signedUp();
    expect((await admin.updateUserById(user.id, { ban_duration: "1h30m" })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeTruthy();
    await refused(backend.signIn(email), "user_banned");
    await refused(backend.signIn(email, "guess"), "invalid_credentials");
    await admin.updateUserById(user.id, { ban_duration: "none" });
    expect((await backend.signIn(email)).error).toBeNull();
    await backend.db.query("update auth.users set banned_until = 'infinity' where id = $1", [
      user.id,
    ]);
    await refused(backend.signIn(email), "user_banned", 400);
    expect((await admin.getUserById(user.id)).data.user?.banned_until).toMatch(/^9999-/);
    await backend.db.query("update auth.users set banned_until = '-infinity' where id = $1", [
      user.id,
    ]);
    expect((await backend.signIn(email)).error).toBeNull();
    for (const [ban_duration, why] of [
      ["soon", 'invalid duration "soon"'],
      ["24", 'missing unit in duration "24"'],
    ] as const) {
      expect((await admin.updateUserById(user.id, { ban_duration })).error).toMatchObject({
        code: "validation_failed",
        message: `invalid format for ban duration: time: ${why}`,
      });
    }
  });

  it("deletes softly: the row stays, the person does not", async () => {
    const admin = backend.admin();
    const { user, email } = await backend.signedUp();
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const rest = await admin.getUserById(user.id);
    expect(rest.data.user?.deleted_at).toBeTruthy();
    expect(JSON.stringify(rest.data)).not.toContain(email);
    await refused(backend.signIn(email), "invalid_credentials");
    backend.clock.advance(2);
    await backend.signedUp(email);
  });

  it("invites, and does not reveal that to a sign-up with the address", async () => {
    const email = newEmail();
    await backend.admin().inviteUserByEmail(email, { data: { salary: 1 } });
    const { data, error } = await backend.auth().signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: {}, identities: [] });
  });

  it("invites", async () => {
    const operator = backend.operator();
    const email = newEmail();
    const { data, error } = await operator.auth.admin.inviteUserByEmail(email, {
      data: { team: "blue" },
      redirectTo: "https://evil.example",
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    const target = await backend.followMail(email);
    expect(target.origin).toBe("https://site.example");
    expect(fragmentOf(target).type).toBe("invite");
    const { client } = await backend.entered(target);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const signedIn = await backend.signIn(email);
    expect(signedIn.data.user?.user_metadata.team).toBe("blue");
    await refused(operator.auth.admin.inviteUserByEmail(email), "email_exists");
  });

  it.each(["signup", "invite", "magiclink", "recovery"] as const)(
    "generates a working %s link without a mail",
    async (type) => {
      const admin = backend.admin();
      const known = type === "magiclink" || type === "recovery";
      const email = known ? (await backend.signedUp()).email : newEmail();
      const before = backend.mailsTo(email).length;
      const { data, error } = await admin.generateLink(
        type === "signup" ? { type, email, password: PASSWORD } : { type, email },
      );
      expect(error).toBeNull();
      expect(backend.mailsTo(email)).toHaveLength(before);
      expect(data.properties?.verification_type).toBe(type);
      expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
      const target = await backend.follow(new URL(data.properties?.action_link ?? ""));
      expect(fragmentOf(target).type).toBe(type);
      await refused(
        backend
          .auth()
          .verifyOtp({ type: "email", token_hash: data.properties?.hashed_token ?? "" }),
        "otp_expired",
      );
    },
  );
});
