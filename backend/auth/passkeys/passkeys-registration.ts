import { z } from "zod";
import { json } from "#backend/core/http/http.ts";
import { audit } from "../audit.ts";
import { type Auth, timestamp, type UserCall, type UserEndpoint } from "../context.ts";
import { brokenConstraint, refuse } from "../errors.ts";
import { limitPasskeys } from "../limits/limits.ts";
import { readJson, text } from "../request.ts";
import { requireFreshProof } from "../sessions/recent-proof.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { actorOf, type User } from "../users/user.ts";
import { passkeyName } from "./passkey-names.ts";
import {
  checkLevel,
  PASSKEY_COLUMNS,
  type Passkey,
  passkeyJson,
  passkeysOf,
  saveChallenge,
  takeChallenge,
} from "./passkeys.ts";
import { CredentialResponse, library, relyingParty } from "./relying-party.ts";

const Body = z.object({ challenge_id: text(64), credential: CredentialResponse.nullish() });

const checkOwner = (call: UserCall): void => {
  if (call.user.is_anonymous) throw refuse("passkeys_for_the_named");
  if (call.user.is_sso_user) {
    throw refuse("unprocessable", { message: "SSO users cannot register passkeys" });
  }
  checkLevel(call);
};

/** The account's name in the browser; its handle reveals nothing about the person. */
const namesOf = (user: User) => {
  const account = user.email || user.phone || user.id;
  const { name } = user.raw_user_meta_data ?? {};
  return { account, shown: typeof name === "string" && name ? name : account };
};

/** POST /passkeys/registration/options: the data with which the browser creates a passkey. */
export const passkeysRegistrationOptions: UserEndpoint = async (auth, call) => {
  await limitPasskeys(auth, call.ip);
  checkOwner(call);
  requireFreshProof(auth, call);
  const { user } = call;
  const { core, config } = auth;
  const existing = await core.db.query<{ id: Buffer }>(
    "select credential_id as id from auth.webauthn_credentials where user_id = $1",
    [user.id],
  );
  if (existing.length >= config.passkey.maxPasskeysPerUser) throw refuse("too_many_passkeys");
  const { id, name } = relyingParty(auth);
  const { account, shown } = namesOf(user);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: account,
    userDisplayName: shown,
    timeout: config.webauthn.challengeExpiry * 1000,
    attestationType: "none",
    excludeCredentials: existing.map((one) => ({ id: one.id.toString("base64url") })),
    // It must work without typing a name, and it replaces the password. It therefore requires a finger, a
    // face or a PIN; the platform only prefers that.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const ceremony = { type: "registration", userId: user.id } as const;
  const challenge = await saveChallenge(auth, ceremony, options.challenge);
  return json({ ...challenge, options }, 200, NO_STORE);
};

const made = async (auth: Auth, expectedChallenge: string, credential: CredentialResponse) => {
  const { id, origins } = relyingParty(auth);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refuse("webauthn_verification_failed", { cause });
  });
  if (!verified || !registrationInfo) throw refuse("webauthn_verification_failed");
  return registrationInfo;
};

/** The values that browsers know; others are not stored. */
const transportsOf = (given: unknown): string[] => {
  const known = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];
  return Array.isArray(given) ? known.filter((one) => given.includes(one)) : [];
};

/** POST /passkeys/registration/verify: the browser's new passkey becomes valid. */
export const passkeysRegistrationVerify: UserEndpoint = async (auth, call) => {
  await limitPasskeys(auth, call.ip);
  checkOwner(call);
  requireFreshProof(auth, call, { finishing: true });
  const { user } = call;
  const { core, config } = auth;
  const body = await readJson(call.request, Body);
  if (!body.credential) {
    throw refuse("validation_failed", { message: "credential is required" });
  }
  const ceremony = { type: "registration", userId: user.id } as const;
  const challenge = await takeChallenge(auth, ceremony, body.challenge_id);
  const { credential, fmt, aaguid, ...info } = await made(auth, challenge, body.credential);
  const passkey = await core.db
    .transaction(async (tx) => {
      await tx.query("select 1 from auth.users where id = $1 for update", [user.id]);
      const { length } = await passkeysOf(tx, user.id);
      if (length >= config.passkey.maxPasskeysPerUser) throw refuse("too_many_passkeys");
      const [written] = await tx.query<Passkey>(
        `insert into auth.webauthn_credentials
           (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
            backup_eligible, backed_up, friendly_name, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning ${PASSKEY_COLUMNS}`,
        [
          user.id,
          Buffer.from(credential.id, "base64url"),
          Buffer.from(credential.publicKey),
          fmt,
          aaguid,
          credential.counter,
          JSON.stringify(transportsOf(credential.transports)),
          info.credentialDeviceType === "multiDevice",
          info.credentialBackedUp,
          passkeyName(aaguid),
          timestamp(auth),
        ],
      );
      if (!written) throw refuse("unexpected_failure");
      const facts = { passkey_id: written.id };
      await audit(auth, tx, call.ip, "passkey_created", actorOf(user), facts);
      return written;
    })
    .catch((cause: unknown) => {
      const known = brokenConstraint(cause) === "webauthn_credentials_credential_id_key";
      throw known ? refuse("webauthn_credential_exists", { cause }) : cause;
    });
  return json(passkeyJson(passkey));
};
