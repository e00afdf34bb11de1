import { expect, it } from "vitest";
import type { AuthConfig } from "#backend/core/project/project.ts";
import { processorTime } from "#backend/tests/processor.ts";
import { allowedRedirect, globToRegExp, redirectWith } from "./redirects.ts";

const config = (additionalRedirectUrls: string[], siteUrl = "https://site.example") =>
  ({ siteUrl, additionalRedirectUrls }) as AuthConfig;

it.each([
  ["https://*.example.com/x", "https://a.example.com/x", true],
  ["https://*.example.com/x", "https://a.b.example.com/x", false],
  ["https://**.example.com/x", "https://a.b.example.com/x", true],
  ["http://localhost:3000/*", "http://localhost:3000/a", true],
  ["http://localhost:3000/*", "http://localhost:3000/a/b", false],
  ["http://localhost:3000/**", "http://localhost:3000/a/b.c?d=e", true],
  ["http://localhost:300?/", "http://localhost:3001/", true],
  ["http://localhost:300?/", "http://localhost:300./", false],
  ["https://{a,b}.example.com", "https://b.example.com", true],
  ["https://{a,b}.example.com", "https://c.example.com", false],
  ["https://[a-c].example.com", "https://b.example.com", true],
  ["https://[!a-c].example.com", "https://b.example.com", false],
  ["https://a.example.com", "https://aXexample.com", false],
  ["https://a.example.com/\\*", "https://a.example.com/*", true],
  ["https://a.example.com/(x|y)+", "https://a.example.com/x", false],
])("%s and %s: %s", (glob, url, expected) => {
  expect(globToRegExp(glob).test(url)).toBe(expected);
});

it("patterns stay quick on hostile input", async () => {
  const pattern = globToRegExp("https://*.*.*.*.*.*.example.com/**/**/**/x");
  const match = () => expect(pattern.test(`https://${"a.".repeat(900)}`)).toBe(false);
  expect(await processorTime(match)).toBeLessThan(5_000);
});

const site = "https://site.example";

it("the target of a link appears everywhere on the site, as requested", () => {
  for (const url of [site, `${site}/`, `${site}/a/b?c=d#e`, "HTTPS://SITE.example/x"]) {
    expect(allowedRedirect(url, config([]))).toBe(url);
  }
});

it("the target of a link is where the project configures it", () => {
  const allowed = config(["https://app.example", "com.example.app://login/*"]);
  expect(allowedRedirect("https://app.example", allowed)).toBe("https://app.example");
  expect(allowedRedirect("https://app.example/", allowed)).toBe("https://app.example/");
  expect(allowedRedirect("com.example.app://login/done", allowed)).toBe(
    "com.example.app://login/done",
  );
  expect(allowedRedirect("https://app.example/x", allowed)).toBe(site);
});

it.each([
  null,
  "",
  "/relative",
  "//evil.example",
  "///evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "/\\evil.example",
  "https://\\evil.example",
  "https://site.example\\@evil.example",
  "https://site.example@evil.example",
  "https://site.example:443@evil.example",
  "https://site.example:8443/",
  "http://site.example/",
  " https://site.example.evil.example",
  "https://site.example\t.evil.example",
  "https://site.example\n.evil.example",
  "https://site.example%00.evil.example",
  "https://site.example.evil.example",
  "javascript://site.example/%0aalert(1)",
  "data://site.example/text/html,x",
  "vbscript://site.example/x",
  "file://site.example/etc/passwd",
  "https://ѕite.example/",
  `https://site.example/${"x".repeat(3000)}`,
])("the target of a link is not %j, even where everything matches", (evil) => {
  expect(allowedRedirect(evil, config([]))).toBe(site);
  const careless = allowedRedirect(evil, config(["javascript:**", "data:**", "vbscript:**"]));
  expect(careless).toBe(site);
});

it("puts values where they belong and keeps what was there", () => {
  expect(redirectWith("https://a.example/x?y=1#old", { b: "c d" })).toBe(
    "https://a.example/x?y=1#b=c+d",
  );
  // Without a path before, without one after.
  for (const bare of ["https://a.example", "com.app://login"]) {
    expect(redirectWith(bare, { b: "c" })).toBe(`${bare}#b=c`);
    expect(redirectWith(`${bare}?y=1`, { b: "c" }, { query: true })).toBe(`${bare}?y=1&b=c#b=c`);
  }
  expect(redirectWith("https://a.example/", { b: "c" })).toBe("https://a.example/#b=c");
  expect(
    redirectWith("https://a.example/x?y=1", { code: "1" }, { query: true, fragment: false }),
  ).toBe("https://a.example/x?y=1&code=1");
});
