import { decodeJwt, SignJWT } from "jose";
import { expect, test } from "vitest";
import { checkToken } from "./tokens.ts";

const clock = { now: () => Date.parse("2026-11-22T12:00:00Z") };
const NEXT_YEAR = Date.parse("2027-11-22T12:00:00Z") / 1000;

const keyOf = (role: string) =>
  new SignJWT({ role, iat: NEXT_YEAR })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("a secret of thirty-two characters"));

test("our own keys are accepted although a fast clock made them, and no other future token is", async () => {
  const keys = { anon: await keyOf("anon"), serviceRole: await keyOf("service_role") };
  const check = (token: string) =>
    checkToken(
      new Request("http://x/rest/v1/y", { headers: { authorization: `Bearer ${token}` } }),
      { role: "anon", claims: decodeJwt(token) },
      { clock, keys },
    );
  expect(() => check(keys.anon)).not.toThrow();
  expect(() => check(keys.serviceRole)).not.toThrow();
  const other = await keyOf("authenticated");
  expect(() => check(other)).toThrow("JWT issued at future");
});
