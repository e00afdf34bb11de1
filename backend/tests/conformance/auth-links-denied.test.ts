import { describe, expect, it } from "vitest";
import { authBackend, fragmentOf } from "./auth-people.ts";

const backend = authBackend((auth) => {
  auth.email.maxFrequency = 60;
});

describe("what /verify and /resend refuse", () => {
  const post = async (path: string, body: unknown) => {
    return backend.outcome("POST", path, { body, ip: "10.201.0.1" });
  };

  it.each([
    {},
    { type: "signup" },
    { type: "constructor", token_hash: "x" },
    { type: "signup", token: "123456" },
    { type: "signup", token_hash: "x", email: "a@example.org" },
    { type: "signup", token_hash: { $ne: 1 } },
    { type: ["signup"], token_hash: "x" },
  ])("/verify %j", async (body) => {
    expect(await post("/verify", body)).toEqual([400, "validation_failed"]);
  });

  it.each([{}, { type: "recovery", email: "a@example.org" }, { type: "signup" }])(
    "/resend %j",
    async (body) => {
      expect(await post("/resend", body)).toEqual([400, "validation_failed"]);
    },
  );

  it.each([
    ["", "Verify requires a verification type"],
    ["?token=x", "Verify requires a verification type"],
    ["?type=signup", "Verify requires a token or a token hash"],
  ])("an invalid link: /verify%s", async (query, msg) => {
    const { status, body } = await backend.raw("GET", `/verify${query}`, { ip: "10.201.0.4" });
    expect([status, body]).toEqual([400, { code: 400, error_code: "validation_failed", msg }]);
  });

  it("an unknown link, by redirect to the site", async () => {
    for (const query of ["?token=x&type=signup", "?token=x&type=nothing"]) {
      const target = await backend.follow(new URL(`${backend.url}/auth/v1/verify${query}`));
      expect(target.origin).toBe("https://site.example");
      expect(fragmentOf(target).error).toBe("access_denied");
    }
  });
});
