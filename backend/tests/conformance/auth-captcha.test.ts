import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { accepted, authBackend, newEmail, PASSWORD, refused } from "./auth-people.ts";

/** What the captcha's provider is sent, and what it responds instead of the truth. */
const verifications: Record<string, string>[] = [];
const next: { response: string | null } = { response: null };
const maker = perFile(async () => {
  const { url, close } = await listening(
    createServer(async (request, response) => {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      verifications.push(form);
      const success = form.response === "solved";
      const truth = { success, "error-codes": success ? [] : ["invalid-input-response"] };
      response.end(next.response ?? JSON.stringify(truth));
      next.response = null;
    }),
  );
  return { url: `${url}/siteverify`, close };
});
const backend = authBackend((auth) => {
  auth.email.enableConfirmations = false;
  auth.enableAnonymousSignIns = true;
  auth.saml.enabled = true;
  auth.passkey.enabled = true;
  auth.captcha = { provider: "turnstile", secret: "the secret", url: maker.url };
});

/** Every call of the official client that takes a captcha token. */
const ways = (email: string, captchaToken?: string) => {
  const { auth } = backend.client();
  const options = { captchaToken };
  return {
    signUp: () => auth.signUp({ email, password: PASSWORD, options }),
    signInWithPassword: () => auth.signInWithPassword({ email, password: PASSWORD, options }),
    signInAnonymously: () => auth.signInAnonymously({ options }),
    signInWithOtp: () => auth.signInWithOtp({ email, options }),
    resetPasswordForEmail: () => auth.resetPasswordForEmail(email, options),
    resend: () => auth.resend({ type: "signup", email, options }),
  };
};
const noCompany = (captchaToken?: string) =>
  backend.auth().signInWithSSO({ domain: "nobody.example", options: { captchaToken } });
const passkey = (captcha_token?: string) => {
  const body = { gotrue_meta_security: { captcha_token } };
  return backend.outcome("POST", "/passkeys/authentication/options", { body });
};

describe("a project with captchas", () => {
  it("accepts a solved captcha for every way to sign in", async () => {
    const email = newEmail();
    for (const [name, way] of Object.entries(ways(email, " solved "))) {
      backend.clock.advance(2);
      expect((await way()).error, name).toBeNull();
      expect(verifications.at(-1), name).toEqual({
        secret: "the secret",
        response: "solved",
        remoteip: expect.stringMatching(/^10\./),
      });
    }
    await refused(noCompany("solved"), "sso_provider_not_found");
    expect(await passkey("solved")).toEqual([200, undefined]);
    expect(verifications).toHaveLength(8);
  });

  it("admits nobody else, and does nothing for them", async () => {
    const before = verifications.length;
    const email = newEmail();
    for (const [token, why] of [
      [undefined, "no captcha_token found"],
      ["guessed", "invalid-input-response"],
    ]) {
      const message = `captcha protection: request disallowed (${why})`;
      for (const way of [...Object.values(ways(email, token)), () => noCompany(token)])
        await refused(way(), "captcha_failed", 400, message);
      expect(await passkey(token)).toEqual([400, "captcha_failed"]);
      if (!token) expect(verifications).toHaveLength(before);
    }
    expect(await backend.accountsWith(email)).toEqual([]);
    for (const captcha_token of [1, "x".repeat(20_000), { a: 1 }]) {
      const body = { email, password: PASSWORD, gotrue_meta_security: { captcha_token } };
      await backend.refuses(400, "validation_failed", "POST", "/signup", { body });
    }
    // Neither a key that everybody has nor a person's session is the operator's.
    const { data } = await ways(newEmail(), "solved").signUp();
    const token = data.session?.access_token ?? "";
    const body = { email, password: PASSWORD };
    await backend.refuses(400, "captcha_failed", "POST", "/signup", { body, token });
    const grant = "/token?grant_type=refresh_token&grant_type=password";
    expect((await backend.raw("POST", grant, { body })).status).toBe(400);
  });
  it("completes what was started, and operators' requests, without a captcha", async () => {
    const email = newEmail();
    const { auth } = backend.client();
    await auth.signUp({ email, password: PASSWORD, options: { captchaToken: "solved" } });
    const before = verifications.length;
    await accepted(auth.refreshSession());
    await accepted(auth.updateUser({ data: { seen: true } }));
    const operator = backend.operator().auth;
    await accepted(operator.signInWithPassword({ email, password: PASSWORD }));
    await accepted(operator.admin.inviteUserByEmail(newEmail()));
    expect(verifications).toHaveLength(before);
  });

  it("admits nobody when its provider cannot be reached", async () => {
    const email = newEmail();
    for (const response of ["<html>", '{"success":"yes"}', `{"a":"${"x".repeat(20_000)}"}`]) {
      next.response = response;
      const { error } = await ways(email, "solved").signUp();
      const message = "captcha verification process failed";
      expect(error).toMatchObject({ status: 500, message });
    }
    expect(backend.errors.splice(0)).toHaveLength(3);
    expect(await backend.accountsWith(email)).toEqual([]);
  });
});
