import { generateKeyPairSync } from "node:crypto";
import { decodeProtectedHeader, type JWK, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { createTokens, generateSigningKey, type Tokens } from "./tokens.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";
const clock = { now: () => Date.UTC(2030, 0, 1) };
const now = clock.now() / 1000;
let hs: Tokens;
let es: Tokens;
let stranger: Tokens;
beforeAll(async () => {
  hs = await createTokens({ secret }, clock);
  es = await createTokens({ secret, privateJwk: await generateSigningKey() }, clock);
  stranger = await createTokens({ secret, privateJwk: await generateSigningKey() }, clock);
});

const unsigned = (header: object, claims: object) =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;

test("signs with ES256 where there is a key, and publishes only its public half", async () => {
  const token = await es.sign({ role: "authenticated", sub: "x", exp: now + 60 });
  expect(await es.verify(token)).toMatchObject({ role: "authenticated", sub: "x" });
  const { keys } = es.jwks();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: "EC", alg: "ES256" });
  expect(keys[0]).not.toHaveProperty("d");
  expect(hs.jwks()).toEqual({ keys: [] });
});

test("signs with RS256 if the key is an RSA key, and accepts tokens signed by its other keys", async () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const rsa: JWK = { ...pair.export({ format: "jwk" }), kid: "rsa", key_ops: ["sign", "verify"] };
  const before = await generateSigningKey();
  const tokens = await createTokens({ secret, privateJwk: rsa, otherJwks: [before] }, clock);
  const token = await tokens.sign({ role: "authenticated", sub: "x", exp: now + 60 });
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", kid: "rsa" });
  expect(await tokens.verify(token)).toMatchObject({ sub: "x" });
  const older = await createTokens({ secret, privateJwk: before }, clock);
  const old = await older.sign({ role: "anon", exp: now + 60 });
  expect(await tokens.verify(old)).toMatchObject({ role: "anon" });
  const { keys } = tokens.jwks();
  expect(keys.map(({ alg }) => alg)).toEqual(["RS256", "ES256"]);
  for (const name of ["d", "p", "q", "dp", "dq", "qi"])
    for (const key of keys) expect(key).not.toHaveProperty(name);
  await expect(es.verify(token)).rejects.toMatchObject({ status: 401 });
});

test("keys made from the secret go on working beside an ES256 key", async () => {
  const token = await hs.sign({ role: "anon", exp: now + 60 });
  expect(await es.verify(token)).toMatchObject({ role: "anon" });
});

test.each([
  ["nothing", async () => ""],
  ["no token at all", async () => "hello"],
  ["alg none", async () => unsigned({ alg: "none" }, { role: "service_role" })],
  ["another's key", () => stranger.sign({ role: "service_role", exp: now + 60 })],
  [
    "another secret",
    async () =>
      (await createTokens({ secret: `${secret}!` }, clock)).sign({ role: "service_role" }),
  ],
  [
    "HS256 signed with the public key as the secret",
    async () =>
      new SignJWT({ role: "service_role" })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(JSON.stringify(es.jwks().keys[0]))),
  ],
  ["a token not valid yet", () => es.sign({ role: "anon", nbf: now + 60 })],
])("refuses %s", async (_what, make) => {
  await expect(es.verify(await make())).rejects.toMatchObject({ status: 401, code: "bad_jwt" });
});

test("a changed claim breaks the signature", async () => {
  const [header, , signature] = (await es.sign({ role: "anon", exp: now + 60 })).split(".");
  const claims = Buffer.from('{"role":"service_role"}').toString("base64url");
  await expect(es.verify(`${header}.${claims}.${signature}`)).rejects.toMatchObject({
    status: 401,
  });
});

test("a cached token still expires", async () => {
  const moving = { at: clock.now(), now: () => moving.at };
  const tokens = await createTokens({ secret }, moving);
  const token = await tokens.sign({ role: "anon", exp: now + 60 });
  await tokens.verify(token);
  moving.at += 59_000;
  await tokens.verify(token);
  moving.at += 1_000;
  await expect(tokens.verify(token)).rejects.toThrow("JWT expired");
  await expect(tokens.verify(token)).rejects.toThrow("JWT expired");
});

test("a claim that is no text where one must be is no token", async () => {
  for (const claims of [{ role: 7 }, { role: ["anon"] }, { sub: 7 }, { sub: null }]) {
    const token = await new SignJWT(claims as Record<string, unknown>)
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
    await expect(hs.verify(token)).rejects.toMatchObject({ status: 401, code: "bad_jwt" });
  }
});
