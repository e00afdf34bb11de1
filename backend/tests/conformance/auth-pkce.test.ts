import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { authBackend, fragmentOf, newEmail, PASSWORD, refused } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.maxFrequency = 60;
});

describe("PKCE", () => {
  it("gives a code to the browser that started, and to no other", async () => {
    const email = newEmail();
    const client = backend.client({ flowType: "pkce" });
    await client.auth.signUp({ email, password: PASSWORD });
    expect(backend.tokenTo(email)).toMatch(/^pkce_/);
    const target = await backend.followMail(email);
    expect(target.hash).toBe("");
    const code = target.searchParams.get("code") ?? "";

    expect(
      await backend.outcome("POST", "/token?grant_type=pkce", {
        body: { auth_code: code, code_verifier: randomBytes(40).toString("base64url") },
      }),
    ).toEqual([400, "bad_code_verifier"]);

    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(
      await backend.outcome("POST", "/token?grant_type=pkce", {
        body: { auth_code: code, code_verifier: "x".repeat(50) },
      }),
    ).toEqual([404, "flow_state_not_found"]);
  });

  it("works for recovery, and codes grow old", async () => {
    const { email } = await backend.signedUp();
    const client = backend.client({ flowType: "pkce" });
    await client.auth.resetPasswordForEmail(email);
    await backend.mailsArrived(email, 2);
    const target = await backend.followMail(email);
    backend.clock.advance(301);
    await refused(
      client.auth.exchangeCodeForSession(target.searchParams.get("code") ?? ""),
      "flow_state_expired",
    );
  });

  it("reports a dead link in query and fragment", async () => {
    const dead = new URL(`${backend.url}/auth/v1/verify?token=pkce_00&type=signup`);
    const target = await backend.follow(dead);
    expect(target.searchParams.get("error_code")).toBe("otp_expired");
    expect(fragmentOf(target).error_code).toBe("otp_expired");
  });

  it("refuses half a challenge", async () => {
    const challenge = createHash("sha256").update("v").digest("base64url");
    for (const body of [
      { code_challenge: challenge },
      { code_challenge_method: "s256" },
      { code_challenge: challenge, code_challenge_method: "md5" },
      { code_challenge: "short", code_challenge_method: "plain" },
      { code_challenge: "x".repeat(129), code_challenge_method: "plain" },
      { code_challenge: "!".repeat(50), code_challenge_method: "plain" },
    ]) {
      expect(
        await backend.outcome("POST", "/recover", {
          body: { email: newEmail(), ...body },
        }),
      ).toEqual([400, "validation_failed"]);
    }
  });
});
