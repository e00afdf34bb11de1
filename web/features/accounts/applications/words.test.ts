import { expect, it } from "vitest";
import { grantsOf, isAddress, nameOf, placeOf } from "./words.ts";

it("lists what an application may see, no more than its scopes name", () => {
  expect(grantsOf(["openid"])).toEqual(["That you have an account here"]);
  expect(grantsOf(["phone", "email", "else"])).toEqual([
    "That you have an account here",
    "Your email address",
    "Your phone number",
  ]);
});

it("names the destination, which nobody can disguise", () => {
  expect(placeOf("https://app.example:8443/back?x=1")).toBe("app.example:8443");
  expect(placeOf("https://bank.example@app.example/")).toBe("app.example");
  for (const here of [
    "http://127.0.0.1:9/a",
    "http://localhost/",
    "http://[::1]:1/",
    "my.app://b",
  ]) {
    expect(placeOf(here)).toBe("an application on this device");
  }
  expect(placeOf("")).toBe("the application");
});

it("calls an application by its name, or by where it lives", () => {
  expect(nameOf({ name: "Ledger" })).toBe("Ledger");
  expect(nameOf({ name: " ", uri: "https://app.example/x" })).toBe("app.example");
  expect(nameOf({})).toBe("An application without a name");
});

it("leads to addresses, not to scripts", () => {
  expect(isAddress("https://app.example/?code=1")).toBe(true);
  expect(isAddress("my.app://back?code=1")).toBe(true);
  for (const bad of [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "",
    "/here",
  ]) {
    expect(isAddress(bad), bad).toBe(false);
  }
});
