import type { PasskeyListItem } from "@supabase/supabase-js";
import { EMAIL_UNCONFIRMED, NO_LOGIN } from "#domain/accounts/login-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";

export type Passkey = PasskeyListItem;

/** Browsers make no passkey for a bare IP address, nor over an insecure connection. */
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/;

/** Whether a passkey can be made or used here. */
export const passkeysWork = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === "function" &&
  !IP_ADDRESS.test(window.location.hostname);

/** The person's passkeys; null if the service does not have them. */
export const loadPasskeys = async (db: Db): Promise<readonly Passkey[] | null> => {
  const { data, error } = await db.auth.passkey.list();
  if (error?.code === "passkey_disabled" || error?.status === 404) return null;
  if (error) throw error;
  return data;
};

/** The refusals of the service or the browser. */
export interface PasskeyRefusal {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/** A browser does not say why: nobody pressed, or not in time. */
const LEFT_ALONE = "Nothing was chosen on your device, or it took too long.";

const REASONS: Record<string, string> = {
  too_many_passkeys: "You have as many passkeys as an account can have. Please remove one first.",
  webauthn_credential_exists: "This device already has a passkey for your account.",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  ERROR_CEREMONY_ABORTED: LEFT_ALONE,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: LEFT_ALONE,
  webauthn_challenge_expired: "It took too long. Please try again.",
  webauthn_challenge_not_found: "It took too long. Please try again.",
  webauthn_verification_failed:
    "That passkey is not known here. Please choose another, or log in another way.",
  email_not_confirmed: EMAIL_UNCONFIRMED,
  user_banned: NO_LOGIN,
};

/** Why a passkey could not be made, used or changed, as text for people. */
export const reasonOf = (error: PasskeyRefusal): string => {
  return REASONS[error.code ?? ""] ?? faultOf(error, "Please try again.").message;
};
