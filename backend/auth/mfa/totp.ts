import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Time-based one-time codes (RFC 6238) as in every authenticator app: SHA-1, six digits, 30 s. */
const PERIOD = 30;
const DIGITS = 6;
/** One step to each side, for clocks that differ and slow typing (RFC 6238 section 5.2). */
const SKEW = 1;
const SECRET_BYTES = 20;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding (RFC 4648 section 6), which authenticator apps expect for the secret. */
export const toBase32 = (bytes: Uint8Array): string => {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(buffer >> bits) & 31];
    }
  }
  return bits > 0 ? text + BASE32[(buffer << (5 - bits)) & 31] : text;
};

/** The bytes of Base32 text; throws on other characters. */
export const fromBase32 = (text: string): Buffer => {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const letter of text.toUpperCase().replace(/=+$/, "")) {
    const value = BASE32.indexOf(letter);
    if (value < 0) throw new Error("Not Base32");
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 255);
    }
  }
  return Buffer.from(bytes);
};

/** A new secret of 160 bits (RFC 4226 section 4), as Base32. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** The step of a time (milliseconds since the epoch). */
export const stepOf = (milliseconds: number): number => Math.floor(milliseconds / 1000 / PERIOD);

/** The code of a step. */
export const totpCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
};

/** The newest step near the time whose code this is, or null. Takes equally long for every code. */
export const matchingStep = (secret: string, code: string, milliseconds: number): number | null => {
  if (!/^\d{6}$/.test(code)) return null;
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = stepOf(milliseconds) - SKEW; step <= stepOf(milliseconds) + SKEW; step += 1) {
    if (step >= 0 && timingSafeEqual(Buffer.from(totpCode(secret, step)), given)) found = step;
  }
  return found;
};

/** The address that authenticator apps read from the picture (Google's Key Uri Format). */
export const totpUri = (issuer: string, account: string, secret: string): string => {
  const name = (text: string) => encodeURIComponent(text).replaceAll("%40", "@");
  const values = Object.entries({
    algorithm: "SHA1",
    digits: String(DIGITS),
    issuer,
    period: String(PERIOD),
    secret,
  }).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${name(issuer)}:${name(account)}?${values.join("&")}`;
};
