import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";

/** How a backup's key is derived; stored beside the backup, and useless without the passphrase. */
interface EncryptionHeader {
  kdf: "scrypt";
  salt: string;
  /** Half of the derived bytes: says whether a passphrase is the right one. */
  check: string;
}

/** Encrypts and decrypts parts of a backup. A part is bound to its backup and to its name. */
export interface Cipher {
  header: EncryptionHeader | null;
  encrypt(name: string, bytes: Uint8Array): Buffer;
  /** Throws if the bytes are not what `encrypt` made under this name. */
  decrypt(name: string, bytes: Uint8Array): Buffer;
}

const NONCE = 12;
const TAG = 16;
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 };

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

const plain: Cipher = {
  header: null,
  encrypt: (_name, bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  decrypt: (_name, bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
};

const fromKey = (id: string, header: EncryptionHeader, key: Buffer): Cipher => ({
  header,
  encrypt(name, bytes) {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    cipher.setAAD(Buffer.from(`${id}/${name}`));
    const body = cipher.update(bytes);
    return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
  },
  decrypt(name, bytes) {
    const stored = plain.decrypt(name, bytes);
    const decipher = createDecipheriv("aes-256-gcm", key, stored.subarray(0, NONCE));
    decipher.setAAD(Buffer.from(`${id}/${name}`));
    decipher.setAuthTag(stored.subarray(-TAG));
    const body = decipher.update(stored.subarray(NONCE, -TAG));
    return Buffer.concat([body, decipher.final()]);
  },
});

/** For a new backup; without a passphrase nothing is encrypted. */
export const createCipher = async (id: string, passphrase: string | null): Promise<Cipher> => {
  if (passphrase === null) return plain;
  const salt = randomBytes(16);
  const derived = await derive(passphrase, salt, 64, COST);
  const check = derived.subarray(32).toString("base64");
  return fromKey(
    id,
    { kdf: "scrypt", salt: salt.toString("base64"), check },
    derived.subarray(0, 32),
  );
};

/** For an existing backup. Throws a sentence if the passphrase is missing or another one. */
export const openCipher = async (
  id: string,
  header: EncryptionHeader | null,
  passphrase: string | null,
): Promise<Cipher> => {
  if (header === null) return plain;
  if (passphrase === null)
    throw new Error("This backup is encrypted: set BACKUP_KEY to the key that it was made with.");
  const derived = await derive(passphrase, Buffer.from(header.salt, "base64"), 64, COST);
  const check = Buffer.from(header.check, "base64");
  if (check.length !== 32 || !timingSafeEqual(check, derived.subarray(32)))
    throw new Error("BACKUP_KEY is not the key that this backup was made with.");
  return fromKey(id, header, derived.subarray(0, 32));
};
