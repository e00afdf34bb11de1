import { constants, createDecipheriv, type KeyObject, privateDecrypt } from "node:crypto";
import { attribute, children, everything, NS, only, SamlError, textIn } from "./xml.ts";

const ENC = "http://www.w3.org/2001/04/xmlenc#";
const ENC11 = "http://www.w3.org/2009/xmlenc11#";

/** Ciphers by their names in XML Encryption: bytes of the key, of the prefix, and of the tag. */
const CIPHERS: Record<string, { name: string; key: number; iv: number; tag: number }> = {
  [`${ENC}aes128-cbc`]: { name: "aes-128-cbc", key: 16, iv: 16, tag: 0 },
  [`${ENC}aes256-cbc`]: { name: "aes-256-cbc", key: 32, iv: 16, tag: 0 },
  [`${ENC11}aes128-gcm`]: { name: "aes-128-gcm", key: 16, iv: 12, tag: 16 },
  [`${ENC11}aes256-gcm`]: { name: "aes-256-gcm", key: 32, iv: 12, tag: 16 },
};

const HASHES: Record<string, string> = {
  [`${NS.signature}sha1`]: "sha1",
  [`${ENC}sha256`]: "sha256",
  [`${ENC}sha512`]: "sha512",
};

/** Both hashes of OAEP must be the same: `rsa-oaep-mgf1p` knows only SHA-1 for its mask. */
const oaepHash = (method: Element): string => {
  const kind = attribute(method, "Algorithm");
  const [digest] = children(method, NS.signature, "DigestMethod");
  const hash = digest ? HASHES[attribute(digest, "Algorithm") ?? ""] : "sha1";
  const [mask] = children(method, ENC11, "MGF");
  const masked = mask ? attribute(mask, "Algorithm") : `${ENC11}mgf1sha1`;
  const oaep = kind === `${ENC}rsa-oaep-mgf1p` || kind === `${ENC11}rsa-oaep`;
  const labelled = children(method, ENC, "OAEPparams").length > 0;
  if (!oaep || labelled || !hash || masked !== `${ENC11}mgf1${hash}`) {
    throw new SamlError("The key is encrypted in a way that is not taken");
  }
  return hash;
};

const bytesIn = (encrypted: Element): Buffer =>
  Buffer.from(textIn(only(only(encrypted, ENC, "CipherData"), ENC, "CipherValue")), "base64");

/** The text between them, for a cipher that authenticates itself or one that does not. */
const decipher = (method: string, key: Buffer, bytes: Buffer): string => {
  const cipher = CIPHERS[method];
  if (!cipher) throw new SamlError("The assertion is encrypted in a way that is not taken");
  if (key.length !== cipher.key || bytes.length <= cipher.iv + cipher.tag) {
    throw new SamlError("The assertion cannot be decrypted");
  }
  const first = bytes.subarray(0, cipher.iv);
  const middle = bytes.subarray(cipher.iv, bytes.length - cipher.tag);
  if (cipher.tag > 0) {
    const name = cipher.name as "aes-128-gcm" | "aes-256-gcm";
    const opener = createDecipheriv(name, key, first, { authTagLength: cipher.tag });
    opener.setAuthTag(bytes.subarray(-cipher.tag));
    return Buffer.concat([opener.update(middle), opener.final()]).toString();
  }
  // XML Encryption pads with any bytes; only the last one gives the length.
  const opener = createDecipheriv(cipher.name, key, first).setAutoPadding(false);
  const padded = Buffer.concat([opener.update(middle), opener.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 16) throw new SamlError("The assertion cannot be decrypted");
  return padded.subarray(0, -padding).toString();
};

/**
 * The XML of an encrypted assertion. RSA is accepted with OAEP alone: the older padding lets a patient
 * attacker decrypt messages for us (Bleichenbacher). Details of a failure are for the log; callers get the
 * same refusal for all.
 */
export const decryptAssertion = (encrypted: Element, privateKey: KeyObject): string => {
  const data = only(encrypted, ENC, "EncryptedData");
  const keys = everything(encrypted).filter(
    (one) => one.namespaceURI === ENC && one.localName === "EncryptedKey",
  );
  const [wrapped, ...others] = keys;
  if (!wrapped || others.length > 0) throw new SamlError("There must be one EncryptedKey");
  const hash = oaepHash(only(wrapped, ENC, "EncryptionMethod"));
  const method = attribute(only(data, ENC, "EncryptionMethod"), "Algorithm") ?? "";
  try {
    const key = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash },
      bytesIn(wrapped),
    );
    return decipher(method, key, bytesIn(data));
  } catch (cause) {
    if (cause instanceof SamlError) throw cause;
    throw new SamlError("The assertion cannot be decrypted", { cause });
  }
};
