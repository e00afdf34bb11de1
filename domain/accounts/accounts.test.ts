import { expect, it } from "vitest";
import {
  adminIdentity,
  fullNameOf,
  pathAfterLogin,
  renewalCountdown,
  signUpTypeOf,
  splitFullName,
} from "./accounts.ts";

it.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["  Ada   King  Lovelace ", "Ada", "King Lovelace"],
  ["Ada", "Ada", ""],
  ["", "", ""],
])("splits the name %j", (fullName, firstName, lastName) => {
  expect(splitFullName(fullName)).toEqual({ firstName, lastName });
});

it("leads after a login to the target, else providers by membership and others to the directory", () => {
  const provider = { id: "p1", account_type: "provider" };
  const client = { id: "c1", account_type: "client" };
  expect(pathAfterLogin("/account", provider, false)).toBe("/account");
  expect(pathAfterLogin(null, provider, true)).toBe("/directory/p1");
  expect(pathAfterLogin(null, provider, false)).toBe("/membership");
  expect(pathAfterLogin(null, client, false)).toBe("/directory");
  expect(pathAfterLogin(null, null, true)).toBe("/directory");
});

it("never reads admin as a type to sign up with", () => {
  for (const other of [null, "admin", "Provider"]) expect(signUpTypeOf(other)).toBe("client");
  expect(signUpTypeOf("provider")).toBe("provider");
});

it("joins names, and uses another text when there are none", () => {
  expect(fullNameOf({ first_name: " Ada ", last_name: null }, "User")).toBe("Ada");
  expect(fullNameOf({ first_name: "", last_name: " " }, "User")).toBe("User");
  expect(fullNameOf(null)).toBe("");
});

it("builds an admin's identity from the trimmed, lowercased username", () => {
  expect(adminIdentity("  Boss ", "admin.example")).toBe("boss@admin.example");
  expect(adminIdentity("boss", "@admin.example")).toBe("boss@admin.example");
  expect(adminIdentity(" Ada@Shop.example ", "admin.example")).toBe("ada@shop.example");
});

const now = Date.parse("2026-11-20T12:00:00Z");
it("the membership countdown shows whether it renews or expires", () => {
  expect(renewalCountdown("2026-11-21T12:00:00Z", false, now)).toBe("Renews in 1 day");
  expect(renewalCountdown("2026-11-30T12:00:00Z", true, now)).toBe("Expires in 10 days");
  expect(renewalCountdown("2026-11-01T12:00:00Z", true, now)).toBe("Expires in 0 days");
});
