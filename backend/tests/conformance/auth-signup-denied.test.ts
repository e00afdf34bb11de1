import { describe, expect, it } from "vitest";
import { accepted, authBackend, newEmail, PASSWORD, SITE } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.additionalRedirectUrls = ["https://*.preview.example/**", "myapp://callback"];
  auth.email.maxFrequency = 60;
});

describe("redirects", () => {
  const landing = async (emailRedirectTo: string): Promise<string> => {
    const email = newEmail();
    await accepted(
      backend.auth().signUp({
        email,
        password: PASSWORD,
        options: { emailRedirectTo },
      }),
    );
    const target = await backend.followMail(email);
    target.hash = "";
    return target.href;
  };

  it.each([
    `${SITE}/confirm-email`,
    "https://abc.preview.example/confirm/now?x=1",
    "myapp://callback",
  ])("go to %s", async (allowed) => {
    expect(await landing(allowed)).toBe(new URL(allowed).href);
  });

  it.each([
    "//evil.example/x",
    "https://site.example@evil.example/",
    "https://evil.example?.preview.example/x",
    "javascript:alert(1)//site.example",
  ])("do not go to %s", async (evil) => {
    expect(await landing(evil)).toBe(`${SITE}/`);
  });

  it("are checked again when the link is followed", async () => {
    const email = await backend.applicant();
    const link = backend.linkTo(email);
    link.searchParams.set("redirect_to", "https://evil.example/");
    expect((await backend.follow(link)).origin).toBe(SITE);
  });
});

describe("what sign-up refuses", () => {
  const refusal = async (body: unknown, headers = {}) => {
    const response = await backend.raw("POST", "/signup", { body, headers });
    return [response.status, response.body.error_code, response.body.msg];
  };

  it("passwords that are too short, in the shape of both API versions", async () => {
    const { error } = await backend.auth().signUp({ email: newEmail(), password: "abc" });
    expect(error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      code: "weak_password",
      reasons: ["length"],
    });
    const old = await backend.raw("POST", "/signup", {
      body: { email: newEmail(), password: "abc" },
    });
    expect(old.body).toEqual({
      code: 422,
      error_code: "weak_password",
      msg: "Password should be at least 6 characters.",
      weak_password: { reasons: ["length"] },
    });
  });

  it("invalid addresses", async () => {
    for (const email of ["nobody", "a@b@c", "a b@example.org", "x@example.org\r\nbcc: y@z.org"]) {
      expect(await refusal({ email, password: PASSWORD })).toEqual([
        400,
        "validation_failed",
        "Unable to validate email address: invalid format",
      ]);
    }
    expect(
      (await refusal({ email: `${"a".repeat(300)}@example.org`, password: PASSWORD }))[0],
    ).toBe(400);
  });

  it("wrong types, broken JSON and bodies that are too large", async () => {
    expect((await refusal({ email: 1, password: PASSWORD })).slice(0, 2)).toEqual([
      400,
      "validation_failed",
    ]);
    expect((await refusal({ email: ["a@example.org"], password: {} }))[1]).toBe(
      "validation_failed",
    );
    expect((await refusal({ email: newEmail(), password: PASSWORD, data: "x" }))[1]).toBe(
      "validation_failed",
    );
    expect((await refusal("[]"))[1]).toBe("validation_failed");
    expect((await refusal("{"))[1]).toBe("bad_json");
    for (const large of ["[".repeat(60_000), "x".repeat(70_000)])
      expect((await refusal(large)).slice(0, 2)).toEqual([413, "request_entity_too_large"]);
    const long = { x: "x".repeat(9000) };
    expect((await refusal({ email: newEmail(), password: PASSWORD, data: long }))[1]).toBe(
      "validation_failed",
    );
    const nul = { email: newEmail(), password: PASSWORD, data: { x: "\0" } };
    expect((await refusal(nul))[1]).toBe("validation_failed");
  });

  it("callers without a key of the project", async () => {
    const response = await backend.request("/auth/v1/signup", { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    const wrong = await backend.raw("POST", "/signup", { body: {}, headers: { apikey: "x.y.z" } });
    expect(wrong.status).toBe(401);
  });

  it("more than the rate from one address, but not from another", async () => {
    const tries = (ip: string) =>
      backend.raw("POST", "/signup", { body: { email: "x", password: "y" }, ip });
    for (let i = 0; i < 30; i += 1) expect((await tries("192.0.2.7")).status).toBe(400);
    const limited = await tries("192.0.2.7");
    expect([limited.status, limited.body.error_code]).toEqual([429, "over_request_rate_limit"]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await tries("192.0.2.8")).status).toBe(400);
    // The same IPv6 network is the same client.
    for (let i = 0; i < 30; i += 1) await tries(`2001:db8:0:1::${i}`);
    expect((await tries("2001:db8:0:1:ffff::1")).status).toBe(429);
    expect((await tries("2001:db8:0:2::1")).status).toBe(400);
  });
});
