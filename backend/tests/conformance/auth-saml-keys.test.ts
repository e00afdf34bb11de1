import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  verify,
  X509Certificate,
} from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { type AssertionOptions, createIdp, requestIn } from "./auth-idp.ts";
import { clientAt, fragmentOf, raw } from "./auth-people.ts";

const ENC = "http://www.w3.org/2001/04/xmlenc#";
const ENC11 = "http://www.w3.org/2009/xmlenc11#";
const OAEP = `<e:EncryptionMethod Algorithm="${ENC}rsa-oaep-mgf1p"/>`;
const SITE = "https://site.example";
const EMAIL = "urn:oid:0.9.2342.19200300.100.1.3";

const idp = createIdp();
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
/** Why assertions were refused, from the log: callers do not learn it. */
const refusals: string[] = [];
const backend = perFile(() => start(true));
let metadata: string;

const start = (withKey: boolean) =>
  startTestBackend({
    configure: ({ auth }) => {
      auth.siteUrl = SITE;
      auth.saml = withKey ? { enabled: true, privateKey } : { enabled: true };
    },
  });
const connect = (to: TestBackend) =>
  raw(to, "POST", "/admin/sso/providers", {
    body: { type: "saml", metadata_xml: idp.metadata(), domains: ["corp.example"] },
    token: to.keys.serviceRole,
  });
const metadataOf = async (of: TestBackend) =>
  (await of.request("/auth/v1/sso/saml/metadata")).text();

beforeAll(async () => {
  backend.core.log.warn = (event, facts) => {
    const error = facts?.error;
    if (event === "auth.saml_refused" && error instanceof Error) refusals.push(error.message);
  };
  await connect(backend);
  metadata = await metadataOf(backend);
});

const certificate = (use: string): X509Certificate => {
  const [, base64 = ""] =
    new RegExp(`use="${use}">.*?<X509Certificate>([^<]+)<`).exec(metadata) ?? [];
  return new X509Certificate(Buffer.from(base64, "base64"));
};

interface Encryption {
  cipher?: "aes-256-gcm" | "aes-128-gcm" | "aes-256-cbc" | "aes-128-cbc";
  /** How the key is encrypted, as XML and as it is. */
  method?: string;
  hash?: string;
  padding?: number;
  /** Changes the plain text, and the encrypted bytes. */
  inside?: (xml: string) => string;
  bytes?: (bytes: Buffer) => Buffer;
}

/** The response with its assertion encrypted for us, as XML Encryption 1.1 has it. */
const encrypted = (xml: string, encryption: Encryption = {}): string => {
  const { cipher = "aes-256-gcm", method = OAEP, hash = "sha1" } = encryption;
  const padding = encryption.padding ?? constants.RSA_PKCS1_OAEP_PADDING;
  const [found = ""] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
  const own = found.includes("xmlns:saml=")
    ? found
    : found.replace(" ", ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ');
  const plain = Buffer.from(encryption.inside?.(own) ?? own);
  const bits = cipher.slice(4, 7);
  const key = randomBytes(Number(bits) / 8);
  let bytes: Buffer;
  if (cipher === "aes-256-gcm" || cipher === "aes-128-gcm") {
    const iv = randomBytes(12);
    const closer = createCipheriv(cipher, key, iv);
    bytes = Buffer.concat([iv, closer.update(plain), closer.final(), closer.getAuthTag()]);
  } else {
    const iv = randomBytes(16);
    bytes = Buffer.concat([iv, createCipheriv(cipher, key, iv).update(plain)]);
    const closer = createCipheriv(cipher, key, iv).setAutoPadding(false);
    const lack = 16 - (plain.length % 16);
    const padded = Buffer.concat([plain, randomBytes(lack - 1), Buffer.from([lack])]);
    bytes = Buffer.concat([iv, closer.update(padded), closer.final()]);
  }
  const wrapped = publicEncrypt(
    { key: certificate("encryption").publicKey, padding, oaepHash: hash },
    key,
  );
  const kind = cipher.endsWith("gcm") ? ENC11 : ENC;
  const value = (of: Buffer) =>
    `<e:CipherData><e:CipherValue>${of.toString("base64")}</e:CipherValue></e:CipherData>`;
  return xml.replace(
    found,
    `<saml:EncryptedAssertion><e:EncryptedData xmlns:e="${ENC}" xmlns:d="http://www.w3.org/2000/09/xmldsig#" Type="${ENC}Element">` +
      `<e:EncryptionMethod Algorithm="${kind}aes${bits}-${cipher.slice(8)}"/>` +
      `<d:KeyInfo><e:EncryptedKey>${method}${value(wrapped)}</e:EncryptedKey></d:KeyInfo>` +
      `${value(encryption.bytes?.(bytes) ?? bytes)}</e:EncryptedData></saml:EncryptedAssertion>`,
  );
};

const fetchMetadata = async (from = backend) => {
  const client = clientAt(from);
  const { data, error } = await client.auth.signInWithSSO({ domain: "corp.example" });
  if (error) throw error;
  return data.url;
};

const signIn = async (assertion: Partial<AssertionOptions>, at = backend): Promise<URL> => {
  const { id, relayState } = requestIn(await fetchMetadata(at));
  const SAMLResponse = idp.respond({
    acsUrl: `${at.url}/auth/v1/sso/saml/acs`,
    audience: `${at.url}/auth/v1/sso/saml/metadata`,
    now: at.clock.now(),
    inResponseTo: id,
    attributes: { [EMAIL]: ["ada@corp.example"] },
    ...assertion,
  });
  const response = await at.request("/auth/v1/sso/saml/acs", {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ RelayState: relayState, SAMLResponse }),
  });
  return new URL(response.headers.get("location") ?? "");
};

const signedInAs = async (target: URL) => {
  const { data } = await clientAt(backend).auth.getUser(fragmentOf(target).access_token ?? "");
  return data.user?.email;
};

describe("single sign-on with a key", () => {
  it("signs its requests by the certificate of its metadata", async () => {
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(await metadataOf(backend)).toBe(metadata);
    const url = new URL(await fetchMetadata());
    const signed = url.search.slice(1, url.search.indexOf("&Signature="));
    expect(signed).toMatch(/^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=[^&]+rsa-sha256$/);
    const signature = Buffer.from(url.searchParams.get("Signature") ?? "", "base64");
    const { publicKey } = certificate("signing");
    expect(verify("sha256", Buffer.from(signed), publicKey, signature)).toBe(true);
    const other = Buffer.from(signed.replace("RelayState=", "RelayState=a"));
    expect(verify("sha256", other, publicKey, signature)).toBe(false);
  });

  const sha256 = `<e:EncryptionMethod Algorithm="${ENC11}rsa-oaep"><d:DigestMethod Algorithm="${ENC}sha256"/><m:MGF xmlns:m="${ENC11}" Algorithm="${ENC11}mgf1sha256"/></e:EncryptionMethod>`;
  it("accepts assertions that are encrypted for it, signed inside or outside", async () => {
    const ways: Partial<AssertionOptions>[] = [
      { after: (xml) => encrypted(xml) },
      { after: (xml) => encrypted(xml, { cipher: "aes-128-gcm" }) },
      { after: (xml) => encrypted(xml, { cipher: "aes-256-cbc" }) },
      { after: (xml) => encrypted(xml, { cipher: "aes-128-cbc", method: sha256, hash: "sha256" }) },
      { before: (xml) => encrypted(xml), signs: ["Response"] },
    ];
    for (const way of ways) {
      expect(await signedInAs(await signIn(way)), refusals.at(-1)).toBe("ada@corp.example");
    }
    expect(await signedInAs(await signIn({}))).toBe("ada@corp.example");
  });

  const rsa15 = `<e:EncryptionMethod Algorithm="${ENC}rsa-1_5"/>`;
  const flip = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    copy[20] = (copy[20] ?? 0) ^ 1;
    return copy;
  };
  it.each<[string, string, Partial<AssertionOptions>]>([
    ["not signed", "The assertion is not signed", { signs: [], after: (xml) => encrypted(xml) }],
    [
      "changed after it was signed",
      "A signature is not the provider's",
      { after: (xml) => encrypted(xml, { inside: (own) => own.replace("ada@", "eve@") }) },
    ],
    [
      "changed after it was encrypted",
      "The assertion cannot be decrypted",
      { after: (xml) => encrypted(xml, { bytes: flip }) },
    ],
    [
      "changed within a signed response",
      "A signature is not the provider's",
      {
        before: (xml) => encrypted(xml),
        signs: ["Response"],
        after: (xml) =>
          xml.replace(/(CipherValue>)(.)/, (_, tag, first) => `${tag}${first === "A" ? "B" : "A"}`),
      },
    ],
    [
      "by RSA's older padding",
      "The key is encrypted in a way that is not taken",
      { after: (xml) => encrypted(xml, { method: rsa15, padding: constants.RSA_PKCS1_PADDING }) },
    ],
    [
      "called OAEP, by RSA's older padding",
      "The assertion cannot be decrypted",
      { after: (xml) => encrypted(xml, { padding: constants.RSA_PKCS1_PADDING }) },
    ],
    [
      "beside one that is not",
      "There must be one Assertion",
      {
        after: (xml) => {
          const [open = ""] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
          return encrypted(xml).replace("</samlp:Response>", `${open}</samlp:Response>`);
        },
      },
    ],
    [
      "no assertion at all",
      "What was encrypted is no Assertion",
      { after: (xml) => encrypted(xml, { inside: () => "<a/>" }) },
    ],
    [
      "two of them",
      "The XML is not well formed",
      { after: (xml) => encrypted(xml, { inside: (own) => own + own }) },
    ],
    [
      "with another around the signed one",
      "A signature is where none belongs",
      {
        after: (xml) =>
          encrypted(xml, {
            inside: (own) =>
              `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="evil">${own}</saml:Assertion>`,
          }),
      },
    ],
  ])("refuses one that is %s, with the same message as any other", async (_, why, way) => {
    const target = await signIn(way);
    expect(target.searchParams.get("error_description")).toBe("SAML Assertion is not valid");
    expect(refusals.at(-1)).toContain(why);
  });

  it("without one accepts none, and signs nothing", async () => {
    const plain = await start(false);
    try {
      await connect(plain);
      expect(await metadataOf(plain)).not.toContain("KeyDescriptor");
      expect(new URL(await fetchMetadata(plain)).searchParams.has("Signature")).toBe(false);
      const target = await signIn({ after: (xml) => encrypted(xml) }, plain);
      expect(target.searchParams.get("error_description")).toBe("SAML Assertion is not valid");
    } finally {
      await plain.close();
    }
  });
});
