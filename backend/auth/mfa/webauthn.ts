import { z } from "zod";
import type { Queryable } from "#backend/core/database/database.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { CredentialResponse, library, relyingParty } from "../passkeys/relying-party.ts";
import type { Factor, User } from "../users/user.ts";

/** A credential as GoTrue stores it in `mfa_factors.web_authn_credential`; bytes are Base64. */
interface Credential {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: { userVerified: boolean; backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean };
}

/** What a challenge requires: a new credential, or a use of the factor's. */
export type WebAuthnSession = { type: "create" | "request"; challenge: string };

/** An authenticator's response to a factor's challenge. */
export const WebAuthnResponse = z.object({
  type: z.enum(["create", "request"]),
  credential_response: CredentialResponse,
});
export type WebAuthnResponse = z.output<typeof WebAuthnResponse>;

const credentialsOf = async (
  db: Queryable,
  where: "id" | "user_id",
  id: string,
): Promise<Credential[]> => {
  const rows = await db.query<{ credential: Credential }>(
    `select web_authn_credential as credential from auth.mfa_factors
      where ${where} = $1 and web_authn_credential is not null`,
    [id],
  );
  return rows.map(({ credential }) => credential);
};

const base64url = (base64: string): string => Buffer.from(base64, "base64").toString("base64url");

/** The options for the browser, and the data to remember with them. */
export const webAuthnOptions = async (
  auth: Auth,
  user: User,
  factor: Factor,
): Promise<{ options: object; session: WebAuthnSession }> => {
  const { id, name } = relyingParty(auth);
  const { generateAuthenticationOptions, generateRegistrationOptions } = await library();
  const { db } = auth.core;
  if (factor.status !== "verified") {
    const existing = await credentialsOf(db, "user_id", user.id);
    const options = await generateRegistrationOptions({
      rpName: name,
      rpID: id,
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email || user.phone || user.id,
      attestationType: "none",
      excludeCredentials: existing.map((one) => ({ id: base64url(one.id) })),
    });
    return { options, session: { type: "create", challenge: options.challenge } };
  }
  const own = await credentialsOf(db, "id", factor.id);
  const options = await generateAuthenticationOptions({
    rpID: id,
    allowCredentials: own.map((one) => ({ id: base64url(one.id) })),
  });
  return { options, session: { type: "request", challenge: options.challenge } };
};

const checked = async <T extends { verified: boolean }>(verifying: Promise<T>): Promise<T> => {
  const result = await verifying.catch((cause: unknown) => {
    throw refuse("mfa_webauthn_wrong", { cause });
  });
  if (!result.verified) throw refuse("mfa_webauthn_wrong");
  return result;
};

/**
 * Checks an authenticator's response to the challenge; returns the changes to write in the sign-in's
 * transaction.
 */
export const checkWebAuthn = async (
  auth: Auth,
  factor: Factor,
  session: WebAuthnSession | null,
  reply: WebAuthnResponse,
): Promise<(tx: Queryable) => Promise<void>> => {
  const expectedType = factor.status === "verified" ? "request" : "create";
  if (session?.type !== expectedType || reply.type !== expectedType)
    throw refuse("mfa_webauthn_wrong");
  const { id: rpId, origins } = relyingParty(auth);
  const expected = {
    expectedChallenge: session.challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: false,
  };
  const { verifyAuthenticationResponse, verifyRegistrationResponse } = await library();
  if (reply.type === "create") {
    const response = reply.credential_response;
    const { registrationInfo: made } = await checked(
      verifyRegistrationResponse({ ...expected, response }),
    );
    if (!made) throw refuse("mfa_webauthn_wrong");
    const credential: Credential = {
      id: Buffer.from(made.credential.id, "base64url").toString("base64"),
      publicKey: Buffer.from(made.credential.publicKey).toString("base64"),
      attestationType: made.fmt,
      transport: made.credential.transports ?? [],
      flags: {
        userVerified: made.userVerified,
        backupEligible: made.credentialDeviceType === "multiDevice",
        backupState: made.credentialBackedUp,
      },
      authenticator: {
        AAGUID: Buffer.from(made.aaguid.replaceAll("-", ""), "hex").toString("base64"),
        signCount: made.credential.counter,
        cloneWarning: false,
      },
    };
    return async (tx) => {
      await tx.query(
        `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3, updated_at = $4
          where id = $1`,
        [factor.id, JSON.stringify(credential), made.aaguid, timestamp(auth)],
      );
    };
  }
  const [known] = await credentialsOf(auth.core.db, "id", factor.id);
  if (!known) throw refuse("mfa_webauthn_wrong");
  const { authenticationInfo } = await checked(
    verifyAuthenticationResponse({
      ...expected,
      response: reply.credential_response,
      credential: {
        id: base64url(known.id),
        publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64")),
        counter: known.authenticator.signCount,
      },
    }),
  );
  return async (tx) => {
    await tx.query(
      `update auth.mfa_factors set updated_at = $3, web_authn_credential =
         jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint)) where id = $1`,
      [factor.id, authenticationInfo.newCounter, timestamp(auth)],
    );
  };
};
