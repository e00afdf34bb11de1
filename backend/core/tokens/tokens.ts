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
import { type Clock, seconds } from "../clock.ts";
import { HttpError } from "../errors.ts";

/** The claims PostgreSQL sees as `request.jwt.claims`. */
export interface Claims extends JWTPayload {
  role?: string;
  session_id?: string;
}

/** How tokens are signed: a shared secret (HS256), or a private JWK that verifiers need not hold. */
export interface SigningKeys {
  /** Signs and verifies HS256. Always present, so that keys made from a secret still work. */
  secret: string;
  /** If present, it signs new tokens, and its public half is published. */
  privateJwk?: JWK;
  /** Keys that no longer sign, or do not sign yet; tokens that they signed are valid. */
  otherJwks?: JWK[];
}

const ALGORITHMS = ["ES256", "RS256"] as const;

/** The signing function of a key; null for a key of another kind. */
export const algorithmOf = ({ kty, crv, alg }: JWK): (typeof ALGORITHMS)[number] | null => {
  const own = kty === "EC" && crv === "P-256" ? "ES256" : kty === "RSA" ? "RS256" : null;
  return alg === undefined || alg === own ? own : null;
};

/** The public parts of a key. */
const publicHalf = (jwk: JWK): JWK => {
  const { kty, crv, x, y, n, e, kid } = jwk;
  const shown = { kty, crv, x, y, n, e, kid, alg: algorithmOf(jwk) ?? undefined, use: "sig" };
  const given = Object.entries(shown).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), key_ops: ["verify"] } as JWK;
};

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** The claims of a valid token of ours; otherwise throws HttpError 401 `bad_jwt`. */
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

/** Characters of a token: as many as the headers of a request may have. */
const LONGEST = 32_768;

/** Verifying is costly (about 0.1 ms), so verified tokens are cached until they expire. */
const REMEMBERED = 5_000;

export const createTokens = async (keys: SigningKeys, clock: Clock): Promise<Tokens> => {
  const secret = new TextEncoder().encode(keys.secret);
  const { privateJwk, otherJwks = [] } = keys;
  const ownAlgorithm = (privateJwk && algorithmOf(privateJwk)) ?? "ES256";
  // A key made by the CLI names uses that no private key has.
  const privateKey = privateJwk
    ? await importJWK({ ...privateJwk, key_ops: ["sign"] }, ownAlgorithm)
    : null;
  const published = [...(privateJwk ? [privateJwk] : []), ...otherJwks].map(publicHalf);
  const publicKeys = createLocalJWKSet({ keys: published });
  const remembered = new Map<string, Claims>();

  /** By hand: jose's way through Web Crypto takes 0.5 ms of a sign-in, this 0.02. */
  const signBySecret = (claims: Claims): string => {
    const signed = [{ alg: "HS256", typ: "JWT" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };

  return {
    async sign(claims) {
      return privateKey && privateJwk
        ? new SignJWT(claims)
            .setProtectedHeader({ alg: ownAlgorithm, typ: "JWT", kid: privateJwk.kid })
            .sign(privateKey)
        : signBySecret(claims);
    },

    async verify(token) {
      const known = remembered.get(token);
      if (known) {
        if (known.exp === undefined || known.exp > seconds(clock)) return known;
        remembered.delete(token);
        throw badJwt("JWT expired");
      }
      if (token.length > LONGEST) throw badJwt("Invalid JWT");
      let claims: Claims;
      try {
        const options = { currentDate: new Date(clock.now()) };
        const { alg } = decodeProtectedHeader(token);
        const ours = ALGORITHMS.find((one) => one === alg);
        if (ours) {
          claims = (await jwtVerify<Claims>(token, publicKeys, { ...options, algorithms: [ours] }))
            .payload;
        } else {
          claims = (await jwtVerify<Claims>(token, secret, { ...options, algorithms: ["HS256"] }))
            .payload;
        }
      } catch (error) {
        const expired = (error as { code?: string }).code === "ERR_JWT_EXPIRED";
        throw badJwt(expired ? "JWT expired" : "Invalid JWT", error);
      }
      // A hook of the project may write anything here; the code below relies on text.
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

/** Compares two secrets in a time that does not depend on where they differ. */
export const sameSecret = (a: string, b: string): boolean => {
  const digest = (value: string) => createHmac("sha256", "compare").update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
};
