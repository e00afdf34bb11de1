import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { createListener } from "#backend/core/http/listen.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { startTestSite } from "#tests/test-site.ts";

const site = perFile(() => startTestSite({ SITE_URL: "https://www.example.org" }));
let anon: string;
let service: string;
beforeAll(async () => {
  anon = site.site.backend?.keys.anon ?? "";
  service = site.site.backend?.keys.serviceRole ?? "";
});

const as = (key: string): RequestInit => ({
  headers: { apikey: key, authorization: `Bearer ${key}` },
});

const ADDRESSES: [what: string, path: string, init?: () => RequestInit][] = [
  ["a page", "/"],
  ["a built file", "/favicon.svg"],
  ["a page that is not there", "/nothing/here"],
  ["an address that is too long", `/${"a/".repeat(500)}`],
  ["the health of the process", "/healthz"],
  ["the configuration", "/config.json"],
  ["a picture for sharing that is not there", "/share/x.png"],
  ["rows for visitors", "/rest/v1/categories?limit=1", () => as(anon)],
  ["rows for the service", "/rest/v1/profiles?limit=1", () => as(service)],
  ["a refusal", "/rest/v1/profiles"],
  ["settings of auth", "/auth/v1/settings", () => as(anon)],
  ["users", "/auth/v1/admin/users", () => as(service)],
  ["a file that is not there", "/storage/v1/object/public/avatars/x.png"],
  ["a function that is not there", "/functions/v1/none", () => as(anon)],
  ["a path of nobody's", "/graphql/v1", () => as(anon)],
];

describe("every response", () => {
  it.each(ADDRESSES)(
    "of %s forbids guessing its type, and requires HTTPS",
    async (_, path, init) => {
      const { headers } = await fetch(`${site.url}${path}`, init?.());
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    },
  );

  it.each([
    ["users", "/auth/v1/admin/users"],
    ["rows", "/rest/v1/profiles?limit=1"],
    ["buckets", "/storage/v1/bucket"],
    ["functions", "/functions/v1/none"],
  ])("about people may be cached by nobody: %s", async (_, path) => {
    const { headers } = await fetch(`${site.url}${path}`, as(service));
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("leaves a response alone that states how long it is valid", async () => {
    const keys = await fetch(`${site.url}/auth/v1/.well-known/jwks.json`);
    expect(keys.headers.get("cache-control")).toMatch(/^public/);
  });

  it.each([
    ["no request at all", "nonsense\r\n\r\n"],
    ["a host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
    ["too many headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(40_000)}\r\n\r\n`],
  ])("to %s has them as well", async (_, bytes) => {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    socket.write(bytes);
    const response = (await text(socket.end())).toLowerCase();
    expect(response).toMatch(/^http\/1\.1 4/);
    expect(response).toContain("x-content-type-options: nosniff");
    expect(response).toContain("strict-transport-security: max-age=31536000");
  });

  it("has them also before there is a site", async () => {
    const listener = createListener({ host: "127.0.0.1", port: 0, inUse: "" });
    const port = await listener.take();
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, response.headers.get("x-content-type-options")]).toEqual([
      503,
      "nosniff",
    ]);
    await response.text();
    await listener.close();
  });
});
