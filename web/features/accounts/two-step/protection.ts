import type { Db } from "#web/session/database.ts";
import { refreshSession } from "#web/session/session.ts";

/** Whether two-step verification is on, and how many recovery codes are left; null without any. */
interface Protection {
  on: boolean;
  codesLeft: number | null;
}

const NAME = "Authenticator app";

const factorsOf = async (db: Db) => {
  const { data, error } = await db.auth.mfa.listFactors();
  if (error) throw error;
  return data;
};

/** Reads it from the service, never from the browser's memory. */
export const loadProtection = async (db: Db): Promise<Protection> => {
  const { totp, all } = await factorsOf(db);
  const hasCodes = all.some(({ factor_type }) => factor_type === "recovery_code");
  if (totp.length === 0 || !hasCodes) return { on: totp.length > 0, codesLeft: null };
  const { data, error } = await db.auth.mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return { on: true, codesLeft: data.remaining };
};

/** A secret for an authenticator app. It is not valid until its first code is checked. */
export interface Enrolment {
  factorId: string;
  secret: string;
  picture: string;
  uri: string;
}

/** Starts again: an earlier unfinished enrolment is replaced. */
export const startEnrolment = async (db: Db, issuer: string): Promise<Enrolment> => {
  const { all } = await factorsOf(db);
  for (const { id, status } of all) {
    if (status === "unverified") await db.auth.mfa.unenroll({ factorId: id });
  }
  const { data, error } = await db.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: NAME,
    issuer,
  });
  if (error) throw error;
  const { secret, qr_code: picture, uri } = data.totp;
  return { factorId: data.id, secret, picture, uri };
};

/** New recovery codes, shown only this once; earlier ones become invalid. */
export const makeRecoveryCodes = async (db: Db): Promise<readonly string[]> => {
  const { all } = await factorsOf(db);
  const { recoveryCodes } = db.auth.mfa;
  const has = all.some(({ factor_type }) => factor_type === "recovery_code");
  const { data, error } = has ? await recoveryCodes.regenerate() : await recoveryCodes.generate();
  if (error) throw error;
  return data.codes;
};

/** Removes every factor; the session must have just verified one. */
export const switchOff = async (db: Db): Promise<void> => {
  const { totp, all } = await factorsOf(db);
  if (all.some(({ factor_type }) => factor_type === "recovery_code")) {
    const { error } = await db.auth.mfa.recoveryCodes.unenroll();
    if (error) throw error;
  }
  for (const { id } of totp) {
    const { error } = await db.auth.mfa.unenroll({ factorId: id });
    if (error) throw error;
  }
  // The token and the browser's stored account still contain the factor.
  await db.auth.refreshSession();
  await refreshSession();
};
