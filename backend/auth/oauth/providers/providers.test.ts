import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { expect, it } from "vitest";
import { systemClock } from "#backend/core/clock.ts";
import type { Core } from "#backend/core/core.ts";
import { listening } from "#backend/tests/listening.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { nonceOf } from "./authorization-url.ts";
import { createProviders } from "./providers.ts";
import { fetchProvider, isSafeUrl, ProviderError } from "./wire.ts";

type Responder = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

const responders = new Map<string, Responder>();
const site = perFile(() =>
  listening(
    createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const parsedBody = responders.get(request.url?.split("?")[0] ?? "")?.(
        request,
        response,
        body,
      );
      if (!response.headersSent && parsedBody !== undefined)
        response.end(JSON.stringify(parsedBody));
      else if (parsedBody === undefined && !response.writableEnded) response.writeHead(404).end();
    }),
  ),
);
const keys = await generateKeyPair("RS256");

const TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";
const VERIFIER = "v".repeat(43);
const authorization = { state: "the-state", verifier: VERIFIER, scopes: [], params: {} };
const returned = { code: "the-code", issuer: null, user: null };

const find = (name: string, config: Record<string, unknown> = {}) => {
  const external = {
    [name]: { enabled: true, clientId: "id", secret: "shh", url: site.url, ...config },
  };
  const core = {
    project: { config: { auth: { external } } },
    publicUrl: "https://api.example",
    clock: systemClock,
    log: { info() {}, warn() {}, error() {} },
  };
  return createProviders(core as unknown as Core).find(name);
};
const mustFind = async (...given: Parameters<typeof find>) => {
  const provider = await find(...given);
  if (!provider) throw new Error("No provider");
  return provider;
};

const idToken = (claims: JWTPayload) => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ aud: "id", iat: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "k" })
    .sign(keys.privateKey);
};

/** Serves an issuer at a path, with the description of a provider of that kind. */
const serveIssuer = async (path: string, issuer: string) => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k", alg: "RS256" };
  responders.set(`${path}/.well-known/openid-configuration`, () => ({
    issuer,
    authorization_endpoint: `${site.url}/authorize`,
    token_endpoint: `${site.url}/token`,
    jwks_uri: `${site.url}/jwks`,
  }));
  responders.set("/jwks", () => ({ keys: [jwk] }));
};

const claimsOf = (more: JWTPayload) => ({
  iss: `${site.url}/${TENANT}/v2.0`,
  tid: TENANT,
  sub: "somebody",
  email: "a@example.org",
  nonce: nonceOf(VERIFIER),
  ...more,
});
const finish = async (more: JWTPayload) => {
  await serveIssuer("/v2.0", `${site.url}/{tenantid}/v2.0`);
  const id_token = await idToken(claimsOf(more));
  responders.set("/token", () => ({ access_token: "a", id_token }));
  return (await mustFind("azure")).fetchProfile(returned, VERIFIER);
};

it.each([
  [undefined, false],
  [false, false],
  ["0", false],
  [true, true],
  ["1", true],
  [1, true],
])("Azure vouches for an address by xms_edov %j: %j", async (xms_edov, verified) => {
  const { person } = await finish({ xms_edov, email_verified: true });
  expect(person.emails).toEqual([{ email: "a@example.org", verified, primary: true }]);
  expect(person.facts.custom_claims).toEqual({ tid: TENANT });
});

it("Azure issues for the tenant that the token names, and no other", async () => {
  const other = `${site.url}/00000000-0000-0000-0000-000000000000/v2.0`;
  await expect(finish({ iss: other })).rejects.toThrow("another issuer");
  await expect(finish({ tid: "../evil" })).rejects.toThrow("another issuer");
  await expect(finish({ tid: undefined })).rejects.toThrow("another issuer");
});

it("Apple is requested to respond with a form, and its texts are read as booleans", async () => {
  await serveIssuer("", site.url);
  const apple = await mustFind("apple");
  const at = new URL(
    await apple.startUrl({ ...authorization, params: { response_mode: "query" } }),
  );
  expect(at.searchParams.getAll("response_mode")).toEqual(["form_post"]);
  expect(at.searchParams.get("redirect_uri")).toBe("https://api.example/auth/v1/callback");
  const claims = {
    iss: site.url,
    sub: "s",
    email: "relay@example.org",
    nonce: nonceOf(VERIFIER),
  };
  const id_token = await idToken({ ...claims, email_verified: "true" });
  responders.set("/token", () => ({ access_token: "a", id_token }));
  for (const user of ["{", "[]", '{"name":7}', "null"]) {
    const { person } = await apple.fetchProfile({ ...returned, user }, VERIFIER);
    expect(person.emails[0]?.verified).toBe(true);
    expect(person.facts.name).toBeUndefined();
  }
});

it("Facebook is called with a proof of the secret", async () => {
  const seen: string[] = [];
  responders.set("/oauth/access_token", (_request, _response, body) => {
    seen.push(body);
    return { access_token: "the access token", token_type: "bearer" };
  });
  responders.set("/me", (request) => {
    const query = new URL(request.url ?? "", site.url).searchParams;
    const proof = createHmac("sha256", "shh").update("the access token").digest("hex");
    expect(query.get("appsecret_proof")).toBe(proof);
    expect(request.headers.authorization).toBe("Bearer the access token");
    return {
      id: "77",
      email: "face@example.org",
      first_name: "Ada",
      last_name: "Book",
      picture: { data: { url: "https://pictures.example/f" } },
    };
  });
  const facebook = await mustFind("facebook");
  const at = new URL(await facebook.startUrl(authorization));
  expect(at.pathname).toBe("/dialog/oauth");
  const { person } = await facebook.fetchProfile(returned, VERIFIER);
  expect(Object.fromEntries(new URLSearchParams(seen[0]))).toEqual({
    grant_type: "authorization_code",
    code: "the-code",
    redirect_uri: "https://api.example/auth/v1/callback",
    client_id: "id",
    client_secret: "shh",
    code_verifier: VERIFIER,
  });
  const challenge = createHash("sha256").update(VERIFIER).digest("base64url");
  expect(at.searchParams.get("code_challenge")).toBe(challenge);
  expect(person).toMatchObject({
    subject: "77",
    emails: [{ email: "face@example.org", verified: true }],
    facts: { full_name: "Ada Book", avatar_url: "https://pictures.example/f" },
  });
});

it("a provider that cannot be used is ignored", async () => {
  expect(await find("discord", { url: undefined })).toBeNull();
  expect(await find("google", { clientId: " , " })).toBeNull();
  expect(await find("google", { url: "http://provider.example" })).toBeNull();
  expect(await find("google", { url: "not an address" })).toBeNull();
  expect(await find("google", { enabled: false })).toBeNull();
  expect(await find("google")).not.toBeNull();
  expect(await find("discord")).not.toBeNull();
});

it("a provider that describes another issuer is not believed", async () => {
  await serveIssuer("", "https://accounts.example");
  await expect((await mustFind("google")).startUrl(authorization)).rejects.toThrow(ProviderError);
});

it("a provider that names an address without TLS is not believed", async () => {
  await serveIssuer("", site.url);
  responders.set("/.well-known/openid-configuration", () => ({
    issuer: site.url,
    authorization_endpoint: "http://provider.example/authorize",
    jwks_uri: `${site.url}/jwks`,
  }));
  await expect((await mustFind("google")).startUrl(authorization)).rejects.toThrow(
    "no description",
  );
});

it("a provider is called with the password in the header where it expects it there", async () => {
  await serveIssuer("", site.url);
  const described = responders.get("/.well-known/openid-configuration");
  responders.set("/.well-known/openid-configuration", (...given) => ({
    ...(described?.(...given) as object),
    token_endpoint_auth_methods_supported: ["client_secret_basic"],
  }));
  const heads: (string | undefined)[] = [];
  const claims = { iss: site.url, sub: "s", nonce: nonceOf(VERIFIER) };
  const id_token = await idToken(claims);
  responders.set("/token", (request, _response, body) => {
    heads.push(request.headers.authorization);
    expect(body).not.toContain("shh");
    return { access_token: "a", id_token };
  });
  await (await mustFind("google")).fetchProfile(returned, VERIFIER);
  expect(heads).toEqual([`Basic ${Buffer.from("id:shh").toString("base64")}`]);
});

it("a provider returns nothing that cannot be stored", async () => {
  await serveIssuer("", site.url);
  const id_token = await idToken({
    iss: site.url,
    sub: "s",
    nonce: nonceOf(VERIFIER),
    name: "nul\0name",
    picture: "x".repeat(5000),
    email: { not: "a text" },
    preferred_username: ["a"],
  } as JWTPayload);
  responders.set("/token", () => ({ access_token: "a", id_token }));
  const { person } = await (await mustFind("google")).fetchProfile(returned, VERIFIER);
  expect(person).toEqual({
    subject: "s",
    emails: [],
    facts: { iss: site.url, sub: "s", provider_id: "s" },
  });
});

it("a request to a provider follows no redirect, reads no more than fits, and wants JSON", async () => {
  responders.set("/redirect", (_request, response) => {
    response.writeHead(302, { location: `${site.url}/jwks` }).end();
    return null;
  });
  responders.set("/endless", (_request, response) => {
    response.end("x".repeat(600 * 1024));
    return null;
  });
  responders.set("/words", (_request, response) => {
    response.end("<html>");
    return null;
  });
  for (const path of ["/redirect", "/endless", "/words", "/nothing"]) {
    await expect(fetchProvider(`${site.url}${path}`)).rejects.toThrow(ProviderError);
  }
});

it.each([
  ["https://provider.example/x", true],
  ["http://127.0.0.1:9/x", true],
  ["http://localhost/x", true],
  ["http://[::1]:8/x", true],
  ["http://provider.example/x", false],
  ["http://127.0.0.1.evil.example/x", false],
  ["https://user@provider.example/", false],
  ["file:///etc/passwd", false],
  ["", false],
])("a request to a provider at %s: %j", (address, safe) => {
  expect(isSafeUrl(address)).toBe(safe);
});
