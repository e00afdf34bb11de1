import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  clientAt,
  follow,
  fragmentOf,
  linkIn,
  mailsTo,
  mailTo,
  newEmail,
  operatorOf,
  PASSWORD,
  raw,
  signedUp,
  startAuth,
} from "./auth-people.ts";

const backend = perFile(() =>
  startAuth((auth) => {
    auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
  }),
);

/** Sessions that the operator ends, bans, and the mails and links that sign people in. */
describe("the operator", () => {
  it("signs a user out by their token: here, elsewhere or everywhere", async () => {
    const { admin } = operatorOf(backend).auth;
    const { email, session } = await signedUp(backend);
    const signIn = async () => {
      const client = clientAt(backend);
      const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
      return data.session?.access_token ?? "";
    };
    const isAccepted = async (token: string) =>
      (await raw(backend, "GET", "/user", { token })).status === 200;
    const [one, two, three] = [session.access_token, await signIn(), await signIn()];
    expect((await admin.signOut(one, "local")).error).toBeNull();
    expect([await isAccepted(one), await isAccepted(two), await isAccepted(three)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await admin.signOut(two, "others")).error).toBeNull();
    expect([await isAccepted(two), await isAccepted(three)]).toEqual([true, false]);
    const four = await signIn();
    expect((await admin.signOut(two)).error).toBeNull();
    expect([await isAccepted(two), await isAccepted(four)]).toEqual([false, false]);
    expect((await admin.signOut(two)).error).toMatchObject({ name: "AuthSessionMissingError" });
  });

  it("bans and lifts the ban", async () => {
    const { admin } = operatorOf(backend).auth;
    const { user, email, client } = await signedUp(backend);
    expect((await admin.updateUserById(user.id, { ban_duration: "1h30m" })).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeTruthy();
    const banned = await clientAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(banned.error).toMatchObject({ code: "user_banned" });
    const guess = await clientAt(backend).auth.signInWithPassword({ email, password: "guess" });
    expect(guess.error).toMatchObject({ code: "invalid_credentials" });
    await admin.updateUserById(user.id, { ban_duration: "none" });
    const free = await clientAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(free.error).toBeNull();
    await backend.db.query("update auth.users set banned_until = 'infinity' where id = $1", [
      user.id,
    ]);
    const forever = await clientAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(forever.error).toMatchObject({ status: 400, code: "user_banned" });
    expect((await admin.getUserById(user.id)).data.user?.banned_until).toMatch(/^9999-/);
    await backend.db.query("update auth.users set banned_until = '-infinity' where id = $1", [
      user.id,
    ]);
    const since = await clientAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(since.error).toBeNull();
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
    const { admin } = operatorOf(backend).auth;
    const { user, email } = await signedUp(backend);
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const rest = await admin.getUserById(user.id);
    expect(rest.data.user?.deleted_at).toBeTruthy();
    expect(JSON.stringify(rest.data)).not.toContain(email);
    const removed = await clientAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(removed.error).toMatchObject({ code: "invalid_credentials" });
    backend.clock.advance(2);
    await signedUp(backend, email);
  });

  it("invites, and does not reveal that to a sign-up with the address", async () => {
    const email = newEmail();
    await operatorOf(backend).auth.admin.inviteUserByEmail(email, { data: { salary: 1 } });
    const { data, error } = await clientAt(backend).auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: {}, identities: [] });
  });

  it("invites", async () => {
    const operator = operatorOf(backend);
    const email = newEmail();
    const { data, error } = await operator.auth.admin.inviteUserByEmail(email, {
      data: { team: "blue" },
      redirectTo: "https://evil.example",
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    const target = await follow(backend, linkIn(mailTo(backend, email)));
    expect(target.origin).toBe("https://site.example");
    const { access_token = "", refresh_token = "", type } = fragmentOf(target);
    expect(type).toBe("invite");
    const client = clientAt(backend);
    await client.auth.setSession({ access_token, refresh_token });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    const signedIn = await clientAt(backend).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.data.user?.user_metadata.team).toBe("blue");
    expect((await operator.auth.admin.inviteUserByEmail(email)).error).toMatchObject({
      code: "email_exists",
    });
  });

  it.each(["signup", "invite", "magiclink", "recovery"] as const)(
    "generates a working %s link without a mail",
    async (type) => {
      const { admin } = operatorOf(backend).auth;
      const known = type === "magiclink" || type === "recovery";
      const email = known ? (await signedUp(backend)).email : newEmail();
      const before = mailsTo(backend, email).length;
      const { data, error } = await admin.generateLink(
        type === "signup" ? { type, email, password: PASSWORD } : { type, email },
      );
      expect(error).toBeNull();
      expect(mailsTo(backend, email)).toHaveLength(before);
      expect(data.properties?.verification_type).toBe(type);
      expect(data.properties?.email_otp).toMatch(/^\d{6}$/);
      const target = await follow(backend, new URL(data.properties?.action_link ?? ""));
      expect(fragmentOf(target).type).toBe(type);
      const again = await clientAt(backend).auth.verifyOtp({
        type: "email",
        token_hash: data.properties?.hashed_token ?? "",
      });
      expect(again.error).toMatchObject({ code: "otp_expired" });
    },
  );
});
