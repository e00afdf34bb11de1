import { type Auth, timestamp } from "./context.ts";
import { NETWORK_LIFETIME } from "./limits/known-networks.ts";

const EVERY_MS = 10 * 60 * 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Deletes rows without further use: counts of past windows, and expired links, flows and sessions. */
export const deleteExpiredRows = async (auth: Auth): Promise<void> => {
  const { db } = auth.core;
  const { email, sms } = auth.config;
  const now = timestamp(auth);
  const yesterday = timestamp(auth, -DAY);
  await db.query("delete from _backend.auth_counters where resets_at <= $1", [now]);
  await db.query("delete from _backend.auth_known_networks where seen_at <= $1", [
    timestamp(auth, -NETWORK_LIFETIME),
  ]);
  await db.query("delete from auth.one_time_tokens where created_at <= $1", [
    timestamp(auth, -Math.max(email.otpExpiry, email.invitationExpiry, sms.otpExpiry) - DAY),
  ]);
  await db.query("delete from _backend.auth_earlier_signups where created_at <= $1", [
    timestamp(auth, -email.otpExpiry),
  ]);
  await db.query("delete from auth.saml_relay_states where created_at <= $1", [yesterday]);
  await db.query("delete from _backend.auth_saml_assertions where expires_at <= $1", [now]);
  await db.query("delete from auth.flow_state where created_at <= $1", [yesterday]);
  await db.query("delete from auth.oauth_client_states where created_at <= $1", [yesterday]);
  await db.query("delete from auth.mfa_challenges where created_at <= $1", [yesterday]);
  // Anybody may request one, so they remain only for as long as "expired" is worth reporting.
  await db.query("delete from auth.webauthn_challenges where expires_at <= $1", [
    timestamp(auth, -HOUR),
  ]);
  await db.query("delete from auth.sessions where not_after <= $1", [yesterday]);
  // The next refresh needs a session's newest token; older ones only reveal theft.
  await db.query(
    "delete from auth.refresh_tokens where revoked and updated_at <= $1 and updated_at is not null",
    [timestamp(auth, -30 * DAY)],
  );
};

/** Cleans up periodically until the returned function is called. */
export const startTidying = (auth: Auth): (() => void) => {
  const timer = setInterval(() => auth.background.run("tidy", deleteExpiredRows(auth)), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
};
