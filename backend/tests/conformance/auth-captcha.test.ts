import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { authBackend, newEmail, PASSWORD, refused } from "./auth-people.ts";

/** What the captcha's provider is sent, and what it responds instead of the truth. */
const verifications: Record<string, string>[] = [];
const next: { response: string | null } = { response: null };
const maker = perFile(async () => {
  const { url, close } = await listening(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
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

const sso = (captchaToken?: string) =>
  backend.auth().signInWithSSO({ domain: "nobody.example", options: { captchaToken } });

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
    await refused(sso("solved"), "sso_provider_not_found");
    expect(verifications).toHaveLength(7);
  });

  it("admits nobody else, and does nothing for them", async () => {
    const before = verifications.length;
    const email = newEmail();
    const refused = (why: string) => ({
      status: 400,
      code: "captcha_failed",
      message: `captcha protection: request disallowed (${why})`,
    });
    for (const [name, way] of Object.entries(ways(email))) {
      expect((await way()).error, name).toMatchObject(refused("no captcha_token found"));
    }
    expect((await sso()).error).toMatchObject(refused("no captcha_token found"));
    expect(verifications).toHaveLength(before);
    for (const [name, way] of Object.entries(ways(email, "guessed"))) {
      expect((await way()).error, name).toMatchObject(refused("invalid-input-response"));
    }
    expect((await sso("guessed")).error).toMatchObject(refused("invalid-input-response"));
    expect(await backend.accountsWith(email)).toEqual([]);
    for (const captcha_token of [1, "x".repeat(20_000), { a: 1 }]) {
      const body = { email, password: PASSWORD, gotrue_meta_security: { captcha_token } };
      expect((await backend.raw("POST", "/signup", { body })).body.error_code).toBe(
        "validation_failed",
      );
    }
    // Neither a key that everybody has nor a person's session is the operator's.
    const { data } = await ways(newEmail(), "solved").signUp();
    const token = data.session?.access_token ?? "";
    const body = { email, password: PASSWORD };
    expect((await backend.raw("POST", "/signup", { body, token })).body.error_code).toBe(
      "captcha_failed",
    );
    const grant = "/token?grant_type=refresh_token&grant_type=password";
    expect((await backend.raw("POST", grant, { body })).status).toBe(400);
  });

  it("starts no sign-in by passkey without one", async () => {
    const begin = (captcha_token?: string) => {
      const body = { gotrue_meta_security: { captcha_token } };
      return backend.raw("POST", "/passkeys/authentication/options", { body });
    };
    for (const token of [undefined, "guessed"]) {
      expect((await begin(token)).body).toMatchObject({ error_code: "captcha_failed" });
    }
    expect((await begin("solved")).status).toBe(200);
  });

  it("completes what was started, and operators' requests, without a captcha", async () => {
    const email = newEmail();
    const { auth } = backend.client();
    await auth.signUp({ email, password: PASSWORD, options: { captchaToken: "solved" } });
    const before = verifications.length;
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.updateUser({ data: { seen: true } })).error).toBeNull();
    const operator = backend.operator().auth;
    expect((await operator.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await operator.admin.inviteUserByEmail(newEmail())).error).toBeNull();
    expect(verifications).toHaveLength(before);
  });

  it("admits nobody when its provider cannot be reached", async () => {
    const email = newEmail();
    for (const response of ["<html>", '{"success":"yes"}', `{"a":"${"x".repeat(20_000)}"}`]) {
      next.response = response;
      expect((await ways(email, "solved").signUp()).error).toMatchObject({
        status: 500,
        message: "captcha verification process failed",
      });
    }
    expect(backend.errors.splice(0)).toHaveLength(3);
    expect(await backend.accountsWith(email)).toEqual([]);
  });
});
