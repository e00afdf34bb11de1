import type { Queryable, Row } from "#backend/core/database/database.ts";
import { isUuid } from "#backend/core/uuid.ts";
import { type Auth, type Endpoint, timestamp, type UserCall } from "../context.ts";
import { refuse } from "../errors.ts";
import { hasSecondFactor } from "../mfa/factors.ts";

/** A row of `auth.webauthn_credentials`, without private columns. */
export interface Passkey extends Row {
  id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** The columns of a `Passkey`. */
export const PASSKEY_COLUMNS = "id, friendly_name, created_at, last_used_at";

/** A passkey as the API shows it. */
export const passkeyJson = (passkey: Passkey): Record<string, unknown> => ({
  id: passkey.id,
  friendly_name: passkey.friendly_name || undefined,
  created_at: passkey.created_at.toISOString(),
  last_used_at: passkey.last_used_at?.toISOString(),
});

/** Returns 404 `passkey_disabled` to everybody in projects without passkeys. */
export const ifPasskeys =
  (endpoint: Endpoint): Endpoint =>
  async (auth, call) => {
    if (!auth.config.passkey.enabled) throw refuse("passkey_disabled");
    return endpoint(auth, call);
  };

/**
 * Refuses a session that may not add or remove passkeys: below `aal2` if the account has a second factor,
 * as on the platform.
 */
export const checkLevel = ({ user, session }: UserCall): void => {
  if (!hasSecondFactor(user) || session.aal === "aal2") return;
  throw refuse("insufficient_aal", {
    message: "AAL2 session is required to manage passkeys when MFA is enabled",
  });
};

/** The account's passkeys, oldest first. */
export const passkeysOf = (db: Queryable, userId: string): Promise<Passkey[]> =>
  db.query<Passkey>(
    `select ${PASSKEY_COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );

/** Renames the account's passkey; another account's counts as unknown. */
export const renamePasskey = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  id: string | undefined,
  name: string,
): Promise<Passkey> => {
  const [passkey] = isUuid(id)
    ? await tx.query<Passkey>(
        `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4
          where id = $1 and user_id = $2 returning ${PASSKEY_COLUMNS}`,
        [id, userId, name, timestamp(auth)],
      )
    : [];
  if (!passkey) throw refuse("passkey_not_found");
  return passkey;
};

/** Deletes the account's passkey; another account's counts as unknown. */
export const removePasskey = async (
  tx: Queryable,
  userId: string,
  id: string | undefined,
): Promise<void> => {
  const deleted = isUuid(id)
    ? await tx.query(
        "delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id",
        [id, userId],
      )
    : [];
  if (deleted.length === 0) throw refuse("passkey_not_found");
};

/** The purpose of a challenge: a person's new passkey, or the sign-in of an unknown person. */
type Ceremony = { type: "registration"; userId: string } | { type: "authentication" };

const ownerOf = (ceremony: Ceremony): string | null =>
  ceremony.type === "registration" ? ceremony.userId : null;

/** Stores the challenge until its response arrives, and returns the data that the client needs. */
export const saveChallenge = async (auth: Auth, ceremony: Ceremony, challenge: string) => {
  const { core, config } = auth;
  const id = crypto.randomUUID();
  const { challengeExpiry } = config.webauthn;
  await core.db.query(
    `insert into auth.webauthn_challenges
       (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      ownerOf(ceremony),
      ceremony.type,
      JSON.stringify({ challenge }),
      timestamp(auth),
      timestamp(auth, challengeExpiry),
    ],
  );
  const expiresAt = Math.floor(core.clock.now() / 1000) + challengeExpiry;
  return { challenge_id: id, expires_at: expiresAt };
};

/** Uses the challenge up before its response is checked: a wrong one has no second attempt. */
export const takeChallenge = async (
  auth: Auth,
  ceremony: Ceremony,
  id: string,
): Promise<string> => {
  if (!id) throw refuse("validation_failed", { message: "challenge_id is required" });
  if (!isUuid(id)) {
    throw refuse("validation_failed", { message: "challenge_id must be a valid UUID" });
  }
  const [row] = await auth.core.db.query<{ challenge: string; expires_at: Date }>(
    `delete from auth.webauthn_challenges
      where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
      returning session_data ->> 'challenge' as challenge, expires_at`,
    [id, ceremony.type, ownerOf(ceremony)],
  );
  if (!row) throw refuse("webauthn_challenge_not_found");
  if (row.expires_at.getTime() <= auth.core.clock.now()) {
    throw refuse("webauthn_challenge_expired");
  }
  return row.challenge;
};
