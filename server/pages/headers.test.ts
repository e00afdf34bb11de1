import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { PREFETCH_RULES } from "#web/session/first-paint.ts";
import { securityHeaders, transportSecurity } from "./headers.ts";

const policyOf = (options: Partial<Parameters<typeof securityHeaders>[0]> = {}) =>
  securityHeaders({ scripts: ["'sha256-abc'"], backendOrigin: null, secure: false, ...options })[
    "content-security-policy"
  ] ?? "";

it("the headers allow only this response's scripts and the rules that its first one adds", () => {
  const rules = `'sha256-${createHash("sha256").update(PREFETCH_RULES).digest("base64")}'`;
  expect(policyOf()).toContain(`script-src 'self' ${rules} 'sha256-abc';`);
  expect(policyOf()).not.toMatch(/script-src[^;]*unsafe/);
});

it("the headers name no other origin, but for a backend elsewhere", () => {
  expect(policyOf()).not.toMatch(/https?:\/\//);
  const elsewhere = policyOf({ backendOrigin: "https://db.example.org" });
  expect(elsewhere).toContain("connect-src 'self' https://db.example.org wss://db.example.org");
  expect(elsewhere).toContain("img-src 'self' data: blob: https://db.example.org");
  expect(elsewhere).not.toMatch(/script-src[^;]*example/);
});

it("lets nobody frame the site or send its forms elsewhere", () => {
  for (const rule of [
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "default-src 'none'",
  ]) {
    expect(policyOf()).toContain(rule);
  }
});

it("the headers require HTTPS only where the site has it, and never of subdomains", () => {
  const of = (SITE_URL?: string) => transportSecurity({ SITE_URL })["strict-transport-security"];
  expect(of()).toBeUndefined();
  expect(of("http://localhost:3000")).toBeUndefined();
  expect(of("https://www.example.org")).toBe("max-age=31536000");
});
