import { z } from "zod";
import type { Queryable, Row } from "#backend/core/database/database.ts";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, type Endpoint, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { limitPasskeys } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { NO_STORE, openSession, sessionResponse } from "../sessions/sessions.ts";
import { actorOf, isConfirmed, isPhoneConfirmed } from "../users/user.ts";
import { isBanned, reload } from "../users/users.ts";
import { saveChallenge, takeChallenge } from "./passkeys.ts";
import { CredentialResponse, library, relyingParty } from "./relying-party.ts";

const CEREMONY = { type: "authentication" } as const;

const Body = z.object({ challenge_id: text(64), credential: CredentialResponse.nullish() });

/** POST /passkeys/authentication/options: the same for everybody, because the person is not known yet. */
export const passkeysAuthenticationOptions: Endpoint = async (auth, call) => {
  await limitPasskeys(auth, call.ip);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(auth).id,
    userVerification: "required",
    timeout: auth.config.webauthn.challengeExpiry * 1000,
  });
  const challenge = await saveChallenge(auth, CEREMONY, options.challenge);
  return json({ ...challenge, options }, 200, NO_STORE);
};

interface Stored extends Row {
  id: string;
  user_id: string;
  public_key: Buffer;
  sign_count: number;
  backup_eligible: boolean;
}

const storedOf = async (auth: Auth, credential: CredentialResponse): Promise<Stored> => {
  const handle = credential.response.userHandle;
  const owner = typeof handle === "string" ? Buffer.from(handle, "base64url").toString() : "";
  const [stored] = await auth.core.db.query<Stored>(
    `select id, user_id, public_key, sign_count::float8, backup_eligible
       from auth.webauthn_credentials where credential_id = $1`,
    [Buffer.from(credential.id, "base64url")],
  );
  if (stored?.user_id !== owner) throw refuse("webauthn_verification_failed");
  return stored;
};

/** Checks a passkey's response. Every failure gets the same refusal. */
const proven = async (auth: Auth, expectedChallenge: string, credential: CredentialResponse) => {
  const stored = await storedOf(auth, credential);
  const { id, origins } = relyingParty(auth);
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(stored.public_key),
      counter: stored.sign_count,
    },
  }).catch((cause: unknown) => {
    throw refuse("webauthn_verification_failed", { cause });
  });
  // Whether a key can be copied to other devices is fixed when it is created (WebAuthn section 7.2).
  const eligible = info.credentialDeviceType === "multiDevice";
  if (!verified || eligible !== stored.backup_eligible)
    throw refuse("webauthn_verification_failed");
  return { stored, info };
};

/** Records the use. Of two simultaneous uses with one count, only one succeeds. */
const noteUse = async (
  auth: Auth,
  tx: Queryable,
  { stored, info }: Awaited<ReturnType<typeof proven>>,
): Promise<void> => {
  const used = await tx.query(
    `update auth.webauthn_credentials
        set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4
      where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning id`,
    [stored.id, info.newCounter, info.credentialBackedUp, timestamp(auth)],
  );
  if (used.length === 0) throw refuse("webauthn_verification_failed");
};

/**
 * POST /passkeys/authentication/verify: signs in the passkey's owner, at `aal1` with the method `passkey`,
 * as the platform does. Problems with an account are reported to its owner only.
 */
export const passkeysAuthenticationVerify: Endpoint = async (auth, call) => {
  await limitPasskeys(auth, call.ip);
  const body = await readJson(call.request, Body);
  if (!body.credential) {
    throw refuse("validation_failed", { message: "credential is required" });
  }
  const challenge = await takeChallenge(auth, CEREMONY, body.challenge_id);
  const proof = await proven(auth, challenge, body.credential);
  const { core } = auth;
  const signedIn = await core.db.transaction(async (tx) => {
    await noteUse(auth, tx, proof);
    const user = await reload(tx, proof.stored.user_id);
    if (user.deleted_at) throw refuse("webauthn_verification_failed");
    if (isBanned(auth, user)) throw refuse("user_banned");
    if (user.email && !isConfirmed(user)) throw refuse("passkey_email_not_confirmed");
    if (user.phone && !isPhoneConfirmed(user)) throw refuse("passkey_phone_not_confirmed");
    await audit(auth, tx, call.ip, "login", actorOf(user), { passkey_id: proof.stored.id });
    const issued = await openSession(auth, tx, user, "passkey", call, "passkey");
    return { user: await reload(tx, user.id), issued };
  });
  return sessionResponse(auth, signedIn.user, signedIn.issued);
};
