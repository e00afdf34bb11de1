import { createHmac, generateKeyPairSync, timingSafeEqual } from "node:crypto";
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  exportJWK,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { type Clock, seconds } from "./clock.ts";
import { HttpError } from "./errors.ts";

/** The claims PostgreSQL sees as `request.jwt.claims`. */
export interface Claims extends JWTPayload {
  role?: string;
  session_id?: string;
}

/** How tokens are signed: a shared secret (HS256), or a private JWK (ES256) that verifiers need not hold. */
export interface SigningKeys {
  /** Signs and verifies HS256. Always present, so that keys made from a secret keep working. */
  secret: string;
  /** When present, new tokens are signed with it and its public half is published. */
  privateJwk?: JWK;
}

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a token that is ours and not expired; throws HttpError 401 `bad_jwt` otherwise. */
  verify(token: string): Promise<Claims>;
  /** Public keys, as `/.well-known/jwks.json` publishes them. */
  jwks(): { keys: JWK[] };
}

/** Makes a private ES256 key with a random key id. */
export const generateSigningKey = async (): Promise<JWK> => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: "ES256", use: "sig" };
};

const badJwt = (message: string, cause?: unknown) =>
  new HttpError(
    { status: 401, code: "bad_jwt", message, hint: "Sign in again or check the API key." },
    cause,
  );

/** Signatures are costly (about 0.1 ms), so verified tokens are remembered until they expire. */
const REMEMBERED = 5_000;

export const createTokens = async (keys: SigningKeys, clock: Clock): Promise<Tokens> => {
  const secret = new TextEncoder().encode(keys.secret);
  const privateKey = keys.privateJwk ? await importJWK(keys.privateJwk, "ES256") : null;
  const published: JWK[] = [];
  if (keys.privateJwk) {
    const { d: _private, ...publicJwk } = keys.privateJwk;
    published.push({ ...publicJwk, key_ops: ["verify"] });
  }
  const publicKeys = createLocalJWKSet({ keys: published });
  const remembered = new Map<string, Claims>();

  return {
    async sign(claims) {
      const jwt = new SignJWT(claims);
      return privateKey && keys.privateJwk
        ? jwt
            .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: keys.privateJwk.kid })
            .sign(privateKey)
        : jwt.setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
    },

    async verify(token) {
      const known = remembered.get(token);
      if (known) {
        if (known.exp === undefined || known.exp > seconds(clock)) return known;
        remembered.delete(token);
        throw badJwt("JWT expired");
      }
      let claims: Claims;
      try {
        const options = { currentDate: new Date(clock.now()) };
        const { alg } = decodeProtectedHeader(token);
        if (alg === "ES256") {
          claims = (
            await jwtVerify<Claims>(token, publicKeys, { ...options, algorithms: ["ES256"] })
          ).payload;
        } else {
          claims = (await jwtVerify<Claims>(token, secret, { ...options, algorithms: ["HS256"] }))
            .payload;
        }
      } catch (error) {
        const expired = (error as { code?: string }).code === "ERR_JWT_EXPIRED";
        throw badJwt(expired ? "JWT expired" : "Invalid JWT", error);
      }
      // An ID token tells an application who somebody is, and opens nothing (RFC 9068 section 4).
      if (claims.auth_time !== undefined && claims.client_id !== undefined && !claims.role) {
        throw badJwt("An ID token is no access token");
      }
      // A hook of the project's may write anything here; what follows relies on texts.
      for (const text of [claims.role, claims.sub] as unknown[]) {
        if (text !== undefined && typeof text !== "string") throw badJwt("Parsing claims failed");
      }
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(token, claims);
      return claims;
    },

    jwks: () => ({ keys: published }),
  };
};

/** Compares two secrets in time that does not depend on where they differ. */
export const sameSecret = (a: string, b: string): boolean => {
  const digest = (value: string) => createHmac("sha256", "compare").update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
};
