import { expect, it } from "vitest";
import { isStale, ownerOf, readLink } from "./mail-link.ts";

it("reads a token to redeem", () => {
  expect(readLink("?token_hash=abc&type=email_change", "")).toEqual({
    kind: "token-hash",
    tokenHash: "abc",
    type: "email_change",
  });
});

it("reads a pair of tokens from query or fragment", () => {
  const tokens = { kind: "tokens", accessToken: "a", refreshToken: "r", type: "recovery" };
  expect(readLink("?access_token=a&refresh_token=r&type=recovery", "")).toEqual(tokens);
  expect(readLink("", "#access_token=a&refresh_token=r&type=recovery")).toEqual(tokens);
});

it("accepts an access token only for a new password, and for nothing else", () => {
  expect(readLink("?mode=reset&access_token=a", "")).toEqual({
    kind: "tokens",
    accessToken: "a",
    refreshToken: "",
    type: "recovery",
  });
  expect(readLink("?access_token=a&type=recovery", "")).toBeNull();
  expect(readLink("?access_token=a", "")).toBeNull();
});

it("prefers an error, and keeps it short", () => {
  const link = readLink(
    "?token_hash=x",
    `#error=access_denied&error_description=${"y".repeat(900)}`,
  );
  expect(link).toEqual({ kind: "error", description: "y".repeat(200) });
  expect(readLink("?error_code=otp_expired", "")).toEqual({ kind: "error", description: "" });
});

it("reads an unknown type as sign-up", () => {
  expect(readLink("?token_hash=x&type=constructor", "")).toMatchObject({ type: "signup" });
});

it("finds nothing where there is nothing", () => {
  expect(readLink("", "")).toBeNull();
  expect(readLink("?token_hash=&email=a", "#top")).toBeNull();
});

const token = (claims: unknown) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;

it("the owner of tokens is read, also with letters outside ASCII", () => {
  const owner = { sub: "1", email: "zoë?>~@example.org" };
  expect(ownerOf(token(owner))).toEqual({ id: "1", email: owner.email });
});

it.each(["", "x", "a.b.c", token(null), token({ sub: 1 }), token([])])(
  "the owner of tokens of %j names nobody",
  (text) => {
    expect(ownerOf(text)).toBeNull();
  },
);

it("notices a session in an address that is older than 120 seconds", () => {
  const link = (accessToken: string) =>
    readLink("", `#access_token=${accessToken}&refresh_token=r`);
  expect(isStale(link(token({ iat: 1_000 })), 1_121_000)).toBe(true);
  expect(isStale(link(token({ iat: 1_000 })), 1_120_000)).toBe(false);
  expect(isStale(link(token({ iat: "1000" })), 1_121_000)).toBe(false);
  expect(isStale(link("x"), 1_121_000)).toBe(false);
  expect(isStale(readLink("?token_hash=x", ""), 1_121_000)).toBe(false);
  expect(isStale(null)).toBe(false);
});
