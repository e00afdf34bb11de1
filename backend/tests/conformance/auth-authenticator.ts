import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const head = (major: number, value: number): Buffer =>
  Buffer.from(
    value < 24
      ? [(major << 5) | value]
      : value < 256
        ? [(major << 5) | 24, value]
        : [(major << 5) | 25, value >> 8, value & 255],
  );

/** The value in CBOR (RFC 8949), as far as authenticators need it. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...parts]);
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** Flags of authenticator data (WebAuthn section 6.1): user present, and user verified. */
export const PRESENT = 0x01;
export const VERIFIED = 0x04;
/** The key may be copied to other devices, and has been. */
export const COPIED = 0x18;
const WITH_KEY = 0x40;

/** An authenticator in software with one credential (ES256), which says whatever a test wants it to. */
export const createAuthenticator = (rpId: string, origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let count = 0;
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
  const authData = (party: string, flags: number, ...more: Buffer[]) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(party), Buffer.from([flags]), counter, ...more]);
  };
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  /** As a browser's own objects, which know how to become JSON. */
  const toCredential = (response: Record<string, string>) => {
    const json = {
      id: id.toString("base64url"),
      rawId: id.toString("base64url"),
      type: "public-key",
      response,
      clientExtensionResults: {},
    };
    return { ...json, toJSON: () => json };
  };

  return {
    create(
      challenge: string,
      from = origin,
      { flags = PRESENT | VERIFIED, party = rpId, aaguid = Buffer.alloc(16) } = {},
    ) {
      count += 1;
      const length = Buffer.from([0, id.length]);
      const data = authData(party, flags | WITH_KEY, aaguid, length, id, key);
      const attestation = cbor(
        new Map<string, Cbor>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return toCredential({
        clientDataJSON: clientData("webauthn.create", challenge, from).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      });
    },
    /** `handle` is the account's user handle when the credential was made; only passkeys send it. */
    get(
      challenge: string,
      {
        from = origin,
        steps = 1,
        by = privateKey,
        flags = PRESENT | VERIFIED,
        party = rpId,
        handle = "",
      } = {},
    ) {
      count += steps;
      const client = clientData("webauthn.get", challenge, from);
      const data = authData(party, flags);
      return toCredential({
        ...(handle ? { userHandle: handle } : {}),
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), by).toString("base64url"),
      });
    },
  };
};
