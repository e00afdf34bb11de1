import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type JWK, SignJWT } from "jose";
import type { ApiKeys } from "./caller.ts";
import { generateSigningKey, type SigningKeys } from "./tokens.ts";

/** All secrets of a backend. */
export interface Keys {
  signing: SigningKeys;
  api: ApiKeys;
}

/** The secret of every local project of the Supabase CLI: publicly known, for trials only. */
export const CLI_JWT_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";
const CLI_PUBLISHABLE_KEY = "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH";
const CLI_SECRET_KEY = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz";
const CLI_EXPIRY = 1_983_812_996;

/** When this was written: 22 November 2026. */
const NEVER_BEFORE = 1_795_305_600;
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

const apiKey = (secret: string, role: string, { iss, exp }: { iss: string; exp: number }) =>
  new SignJWT({ iss, role, exp })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(secret));

/** The keys that `supabase start` prints for a local project with this secret (CLI pkg/config/apikeys.go). */
export const cliKeys = async (secret: string = CLI_JWT_SECRET): Promise<Keys> => {
  const claims = { iss: "supabase-demo", exp: CLI_EXPIRY };
  return {
    signing: { secret },
    api: {
      anon: await apiKey(secret, "anon", claims),
      serviceRole: await apiKey(secret, "service_role", claims),
      publishable: CLI_PUBLISHABLE_KEY,
      secret: CLI_SECRET_KEY,
    },
  };
};

const makeKeys = async (secret: string, privateJwk: JWK | undefined): Promise<Keys> => {
  // No `iat`: PostgREST refuses a token from the future, and the clock may be fast at the first start. A
  // clock that starts in 1970 must not produce keys that have expired before they are used.
  const now = Math.max(Math.floor(Date.now() / 1000), NEVER_BEFORE);
  const claims = { iss: "supabase", exp: now + TEN_YEARS };
  return {
    signing: { secret, privateJwk },
    api: {
      anon: await apiKey(secret, "anon", claims),
      serviceRole: await apiKey(secret, "service_role", claims),
      publishable: `sb_publishable_${randomBytes(24).toString("base64url")}`,
      secret: `sb_secret_${randomBytes(24).toString("base64url")}`,
    },
  };
};

const read = (file: string): Keys | null => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    const keys = JSON.parse(text) as Keys;
    if (keys.signing.secret && keys.api.anon && keys.api.serviceRole) return keys;
  } catch {
    // Reported below, as for a file that is JSON but not ours.
  }
  throw new Error(
    `${file} is damaged: restore it, or remove it to make new keys (all sign-ins end).`,
  );
};

/**
 * The keys of a data folder, created once and stored in `keys.json`, which only its owner can read. A
 * secret from the project signs with HS256. Without one, tokens are signed with an ES256 key whose public
 * half is published. A new secret creates new keys.
 */
export const loadKeys = async (
  dataDir: string,
  givenSecret: string | null = null,
): Promise<Keys> => {
  if (givenSecret === CLI_JWT_SECRET) return cliKeys();
  const file = path.join(dataDir, "keys.json");
  const stored = read(file);
  if (
    stored &&
    (givenSecret === null ? stored.signing.privateJwk : stored.signing.secret === givenSecret)
  )
    return stored;
  const made = givenSecret
    ? await makeKeys(givenSecret, undefined)
    : await makeKeys(randomBytes(48).toString("base64url"), await generateSigningKey());
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(made, null, 2), { mode: 0o600 });
  try {
    if (stored) rmSync(file);
    linkSync(draft, file);
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Another process with the same folder was first.
    return read(file) ?? made;
  } finally {
    rmSync(draft, { force: true });
  }
};
