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
import type { TestBackend } from "#backend/tests/backend.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { type AssertionOptions, createIdp } from "./auth-idp.ts";
import { fragmentOf } from "./auth-people.ts";
import { samlBackend, startSaml } from "./auth-saml-people.ts";

const ENC = "http://www.w3.org/2001/04/xmlenc#";
const ENC11 = "http://www.w3.org/2009/xmlenc11#";
const OAEP = `<e:EncryptionMethod Algorithm="${ENC}rsa-oaep-mgf1p"/>`;

const idp = createIdp();
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const backend = samlBackend(privateKey, idp);
let metadata: string;

const metadataOf = async (of: TestBackend) =>
  (await of.request("/auth/v1/sso/saml/metadata")).text();

beforeAll(async () => {
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
  const iv = randomBytes(cipher.endsWith("gcm") ? 12 : 16);
  let bytes: Buffer;
  if (cipher === "aes-256-gcm" || cipher === "aes-128-gcm") {
    const closer = createCipheriv(cipher, key, iv);
    bytes = Buffer.concat([iv, closer.update(plain), closer.final(), closer.getAuthTag()]);
  } else {
    const closer = createCipheriv(cipher, key, iv).setAutoPadding(false);
    const lack = 16 - (plain.length % 16);
    const padded = Buffer.concat([plain, randomBytes(lack - 1), Buffer.from([lack])]);
    bytes = Buffer.concat([iv, closer.update(padded), closer.final()]);
  }
  const { publicKey } = certificate("encryption");
  const wrapped = publicEncrypt({ key: publicKey, padding, oaepHash: hash }, key);
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

const signedInAs = async (assertion: Partial<AssertionOptions>) => {
  const { target } = await backend.signInBy(assertion);
  const { data } = await backend.auth().getUser(fragmentOf(target).access_token ?? "");
  return data.user?.email;
};

describe("single sign-on with a key", () => {
  it("signs its requests by the certificate of its metadata", async () => {
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(await metadataOf(backend)).toBe(metadata);
    const url = new URL((await backend.start()).url);
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
      by(),
      by({ cipher: "aes-128-gcm" }),
      by({ cipher: "aes-256-cbc" }),
      by({ cipher: "aes-128-cbc", method: sha256, hash: "sha256" }),
      outside,
    ];
    for (const way of ways)
      expect(await signedInAs(way), backend.refusals.at(-1)).toBe("ada@corp.example");
    expect(await signedInAs({})).toBe("ada@corp.example");
  });

  const rsa15 = `<e:EncryptionMethod Algorithm="${ENC}rsa-1_5"/>`;
  const flip = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    copy[20] = (copy[20] ?? 0) ^ 1;
    return copy;
  };
  const padding = constants.RSA_PKCS1_PADDING;
  const whole = /<saml:Assertion .*<\/saml:Assertion>/s;
  const around = (own: string) =>
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="evil">${own}</saml:Assertion>`;
  const garbled = (xml: string) =>
    xml.replace(/(CipherValue>)(.)/, (_, tag, first) => `${tag}${first === "A" ? "B" : "A"}`);
  const doubled = (xml: string) =>
    encrypted(xml).replace("</samlp:Response>", `${whole.exec(xml)?.[0]}</samlp:Response>`);
  const outside: Partial<AssertionOptions> = {
    before: (xml) => encrypted(xml),
    signs: ["Response"],
  };
  const by = (encryption?: Encryption): Partial<AssertionOptions> => ({
    after: (xml) => encrypted(xml, encryption),
  });
  const decrypting = "The assertion cannot be decrypted";
  const older = "The key is encrypted in a way that is not taken";
  const changed = "A signature is not the provider's";
  it.each<[string, string, Partial<AssertionOptions>]>([
    ["not signed", "The assertion is not signed", { signs: [], ...by() }],
    ["changed after it was signed", changed, by({ inside: (own) => own.replace("ada@", "eve@") })],
    ["changed after it was encrypted", decrypting, by({ bytes: flip })],
    ["changed within a signed response", changed, { ...outside, after: garbled }],
    ["by RSA's older padding", older, by({ method: rsa15, padding })],
    ["called OAEP, by RSA's older padding", decrypting, by({ padding })],
    ["beside one that is not", "There must be one Assertion", { after: doubled }],
    ["no assertion at all", "What was encrypted is no Assertion", by({ inside: () => "<a/>" })],
    ["two of them", "The XML is not well formed", by({ inside: (own) => own + own })],
    [
      "with another around the signed one",
      "A signature is where none belongs",
      by({ inside: around }),
    ],
  ])("refuses one that is %s, with the same message as any other", async (_, why, way) => {
    const { target } = await backend.signInBy(way);
    expect(target.searchParams.get("error_description")).toBe("SAML Assertion is not valid");
    expect(backend.refusals.at(-1)).toContain(why);
  });

  it("without one accepts none, and signs nothing", async () => {
    const plain = await perTest(startSaml(undefined, idp));
    expect(await metadataOf(plain)).not.toContain("KeyDescriptor");
    expect(new URL((await plain.start()).url).searchParams.has("Signature")).toBe(false);
    const { target } = await plain.signInBy({ after: (xml) => encrypted(xml) });
    expect(target.searchParams.get("error_description")).toBe("SAML Assertion is not valid");
  });
});
