import { createPublicKey, type KeyObject, sign } from "node:crypto";

/** One element of ASN.1 (X.690): its tag, length and content. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const SHA256_RSA = der(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");

/**
 * A self-signed certificate of the key (RFC 5280), as Base64: the form in which metadata show a public key.
 * Always the same for the same key, so that a provider needs it only once.
 */
export const certificateOf = (privateKey: KeyObject, commonName = "SAML"): string => {
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const facts = der(
    0x30,
    der(0x02, Buffer.from([1])),
    SHA256_RSA,
    name,
    der(0x30, time("200101000000Z"), time("491231235959Z")),
    name,
    createPublicKey(privateKey).export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", facts, privateKey);
  return der(0x30, facts, SHA256_RSA, der(0x03, Buffer.from([0]), signature)).toString("base64");
};
