import { describe, expect, it } from "vitest";
import { loginPath, safePath } from "./return-path.ts";

describe("safePath", () => {
  it.each(["/directory", "/directory/1?tab=feedback", "/a#b", "/%2F%2Fevil.example"])(
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
  ])("refuses %j", (path) => {
    expect(safePath(path)).toBeNull();
  });
});

it("keeps path and query of the page where a visitor was stopped", () => {
  expect(loginPath(new URL("http://x/account?tab=security"))).toBe(
    "/login?return=%2Faccount%3Ftab%3Dsecurity",
  );
});
