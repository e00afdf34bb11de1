import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { projectFolder } from "#backend/tests/project-folder.ts";
import { generateSigningKey } from "../tokens/tokens.ts";

const { write, load } = projectFolder();

test("reads the captcha's provider, and requires its secret once it is on", () => {
  const captcha = (text: string) => load(`[auth.captcha]\n${text}`).config;
  expect(captcha('provider = "hcaptcha"\nsecret = "env(UNSET)"')).toMatchObject({
    auth: { captcha: null },
    unknownKeys: [],
  });
  const on = 'enabled = true\nprovider = "turnstile"\nsecret = "s"';
  expect(captcha(on).auth.captcha).toEqual({
    provider: "turnstile",
    secret: "s",
    url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  });
  expect(captcha(on.replace("turnstile", "hcaptcha")).auth.captcha?.url).toBe(
    "https://hcaptcha.com/siteverify",
  );
  expect(() => captcha(on.replace("turnstile", "riddles"))).toThrow(
    /auth.captcha.provider must be/,
  );
  expect(() => captcha(on.replace('"s"', '"env(UNSET)"'))).toThrow(/auth.captcha.secret must be/);
  expect(() => captcha(`${on}\nurl = "http://elsewhere.example"`)).toThrow(
    /auth.captcha.url must be/,
  );
});

test("reads the single sign-on key in each of its forms, and refuses a weak one", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const saml = (key: string, enabled = true) =>
    load(`[auth.saml]\nenabled = ${enabled}\nprivate_key = "env(KEY)"`, { KEY: key }).config.auth
      .saml;
  for (const type of ["pkcs1", "pkcs8"] as const) {
    const pem = saml(privateKey.export({ format: "pem", type }).toString());
    expect(pem.privateKey?.equals(privateKey)).toBe(true);
    const der = saml(privateKey.export({ format: "der", type }).toString("base64"));
    expect(der.privateKey?.equals(privateKey)).toBe(true);
  }
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (const key of [weak, curve]) {
    const pem = key.export({ format: "pem", type: "pkcs8" }).toString();
    expect(() => saml(pem)).toThrow(/auth.saml.private_key must be an RSA key/);
  }
  expect(() => saml("nonsense")).toThrow(/auth.saml.private_key must be an RSA key/);
  expect(saml("nonsense", false)).toEqual({ enabled: false });
  expect(load("[auth.saml]\nenabled = true").config.auth.saml).toEqual({ enabled: true });
});

test("reads the project's own signing keys, and reports invalid ones", async () => {
  const toml = '[auth]\nsigning_keys_path = "./signing_keys.json"';
  const wrong = "auth.signing_keys_path must be a file with a list of private keys";
  expect(load("").config.auth.signingKeys).toBeNull();
  expect(() => load(toml)).toThrow(wrong);
  const key = await generateSigningKey();
  const { d: _, ...publicKey } = key;
  for (const text of ["{", "[]", "[1]", JSON.stringify([publicKey]), '[{"kty":"oct","d":"x"}]']) {
    write("supabase/signing_keys.json", text);
    expect(() => load(toml)).toThrow(wrong);
  }
  write("supabase/signing_keys.json", JSON.stringify([key]));
  const { auth, unknownKeys } = load(toml).config;
  expect([auth.signingKeys, unknownKeys]).toEqual([[key], []]);
});
