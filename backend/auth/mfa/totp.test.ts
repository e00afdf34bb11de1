import { expect, it } from "vitest";
import { fromBase32, matchingStep, newTotpSecret, toBase32, totpCode, totpUri } from "./totp.ts";

const SECRET = toBase32(Buffer.from("12345678901234567890"));

// RFC 6238 appendix B, the last six of its eight digits.
it.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("time-based codes are those of RFC 6238 at %i seconds", (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
  expect(matchingStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

it("time-based codes are right one step early or late, and no more", () => {
  const at = (step: number) => step * 30_000;
  const code = totpCode(SECRET, 1000);
  for (const step of [999, 1000, 1001]) expect(matchingStep(SECRET, code, at(step))).toBe(1000);
  for (const step of [998, 1002]) expect(matchingStep(SECRET, code, at(step))).toBeNull();
});

it.each(["", "28708", "2870822", "２８７０８２", "28708a", " 287082"])(
  "time-based codes are never %j",
  (code) => {
    expect(matchingStep(SECRET, code, 59_000)).toBeNull();
  },
);

it("secrets are Base32 that reads back, of 160 bits, and never the same", () => {
  // RFC 4648 section 10.
  expect(
    ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((t) => toBase32(Buffer.from(t))),
  ).toEqual(["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]);
  expect(fromBase32("mzxw6ytboi======").toString()).toBe("foobar");
  expect(() => fromBase32("MZ1")).toThrow("Not Base32");
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) expect(fromBase32(secret)).toHaveLength(20);
});

it("secrets travel in an address that a hostile name cannot change", () => {
  const uri = new URL(totpUri("A & B?secret=X", "a/b:c@example.org", "SECRET"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toBe("/A & B?secret=X:a/b:c@example.org");
  expect(uri.searchParams.getAll("secret")).toEqual(["SECRET"]);
  expect(uri.searchParams.get("issuer")).toBe("A & B?secret=X");
});
