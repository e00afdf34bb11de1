import { expect, it } from "vitest";
import { loginPath, safePath, withReturn } from "./return-path.ts";

it.each(["/directory", "/directory/1?tab=feedback", "/a#b", "/login-tips", "/%2F%2Fevil.example"])(
  "follows %s",
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

it.each([
  null,
  "",
  "directory",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https:evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "\\\\evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/login",
  "/login?return=/directory",
  "/Login/",
  "/%6Cogin",
  "/account/../login#a",
  "/signup?type=provider",
  "/logout",
  "/two-step",
  "/confirm-email",
  "/forgot-password",
  "/reset-password?mode=reset",
  "/sign-in-return?code=1",
  "/admin-login",
  "/admin-signup",
  "/%zz",
])("refuses %j", (path) => {
  expect(safePath(path)).toBeNull();
});

it("keeps path and query of the page where a visitor was stopped", () => {
  expect(loginPath(new URL("http://x/account?tab=security"))).toBe(
    "/login?return=%2Faccount%3Ftab%3Dsecurity",
  );
});

it("takes the page along to the next one, where there is one", () => {
  expect(withReturn("/signup", "/post-job?a=1")).toBe("/signup?return=%2Fpost-job%3Fa%3D1");
  expect(withReturn("/signup?type=provider", "/post-job")).toBe(
    "/signup?type=provider&return=%2Fpost-job",
  );
  expect(withReturn("/signup", null)).toBe("/signup");
});
