import type { SupabaseClient } from "@supabase/supabase-js";
import { vi } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { createAuthenticator } from "./auth-authenticator.ts";
import { type AuthBackend, dataOf, SITE, startAuth } from "./auth-people.ts";

export const ORIGIN = SITE;
export const RP_ID = "site.example";

type Authenticator = ReturnType<typeof createAuthenticator>;

/** How every wrong response to a challenge is refused, and every response to an unknown challenge. */
export const NOT_VERIFIED = { status: 400, code: "webauthn_verification_failed" };
export const NO_CHALLENGE = { status: 400, code: "webauthn_challenge_not_found" };

export const newKey = (): Authenticator => createAuthenticator(RP_ID, ORIGIN);

type Options = { challenge: string; user: { id: string } };

/**
 * What the official client checks before it calls a browser; `stored` is the only credential, as a browser
 * stores it, with its user handle.
 */
export const asBrowser = async <T>(
  stored: { key: Authenticator; handle: string },
  work: () => Promise<T>,
): Promise<T> => {
  /** The client takes a response only of a browser's own class. */
  class PublicKeyCredential {}
  const parsing = {
    parseCreationOptionsFromJSON: (options: unknown) => options,
    parseRequestOptionsFromJSON: (options: unknown) => options,
  };
  Object.assign(PublicKeyCredential, parsing);
  const own = (respond: object) => Object.assign(new PublicKeyCredential(), respond);
  vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
  vi.stubGlobal("window", { PublicKeyCredential });
  vi.stubGlobal("document", {});
  vi.stubGlobal("navigator", {
    credentials: {
      async create({ publicKey }: { publicKey: Options }) {
        stored.handle = publicKey.user.id;
        return own(stored.key.create(publicKey.challenge));
      },
      async get({ publicKey }: { publicKey: Options }) {
        return own(stored.key.get(publicKey.challenge, { handle: stored.handle }));
      },
    },
  });
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
};

type Started = { challenge_id: string; options: { challenge: string } };
type Respond = (challenge: string) => object;

const respondTo = ({ challenge_id, options }: Started, respond: Respond) => ({
  challengeId: challenge_id,
  credential: respond(options.challenge) as never,
});

/** The two steps of a registration, the second with the test's own response. */
export const register = async ({ auth: { passkey } }: SupabaseClient, respond: Respond) => {
  const { data, error } = await passkey.startRegistration();
  return error ? { data: null, error } : passkey.verifyRegistration(respondTo(data, respond));
};

/** The two steps of a sign-in, the second with the test's own response. */
export const signIn = async ({ auth: { passkey } }: SupabaseClient, respond: Respond) => {
  const { data, error } = await passkey.startAuthentication();
  return error ? { data: null, error } : passkey.verifyAuthentication(respondTo(data, respond));
};

/** A backend with people who have passkeys. */
export const withPasskeys = (backend: AuthBackend) => ({
  ...backend,
  /** Somebody with a passkey, which signs in by `use`. */
  async withPasskey() {
    const person = await backend.signedUp();
    const key = newKey();
    const data = await dataOf(register(person.client, (challenge) => key.create(challenge)));
    const handle = Buffer.from(person.user.id).toString("base64url");
    type Use = Parameters<Authenticator["get"]>[1];
    const use = (how: Use = {}, client = backend.client()) =>
      signIn(client, (challenge) => key.get(challenge, { handle, ...how }));
    return { ...person, key, handle, passkey: data, use };
  },
});

/** A backend that takes two passkeys an account, guests, and codes of an app as a second step. */
export const passkeyBackend = (more: Parameters<typeof startAuth>[0] = () => {}) =>
  perFile(async () =>
    withPasskeys(
      await startAuth((auth) => {
        auth.enableAnonymousSignIns = true;
        auth.passkey = { enabled: true, maxPasskeysPerUser: 2 };
        auth.mfa.totp = { enrollEnabled: true, verifyEnabled: true };
        more(auth);
      }),
    ),
  );
