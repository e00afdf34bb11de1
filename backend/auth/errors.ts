import { outageFacts, outageOf } from "#backend/core/database/outage.ts";
import { HttpError, isUnstorable, UNSTORABLE } from "#backend/core/errors.ts";
import { json } from "#backend/core/http/http.ts";
import { type Log, logFailure } from "#backend/core/log.ts";

/**
 * Every refusal of this service: GoTrue's code, its status and its usual message
 * (supabase.com/docs/guides/auth/debugging/error-codes). A refusal may have another message, but never
 * another status. Where GoTrue uses several codes for one, the third member is the code that is sent.
 */
const REFUSALS = {
  aal2_to_change: [
    401,
    "AAL2 session is required to update email or password when MFA is enabled.",
    "insufficient_aal",
  ],
  aal2_to_unenroll: [422, "AAL2 required to unenroll verified factor", "insufficient_aal"],
  anonymous_provider_disabled: [422, "Anonymous sign-ins are disabled"],
  bad_code_verifier: [400, "code challenge does not match previously saved code verifier"],
  bad_json: [400, "Could not parse request body as JSON"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature"],
  bad_oauth_callback: [400, "OAuth callback with missing authorization code missing"],
  bad_oauth_state: [400, "OAuth callback with invalid state"],
  // For a banned person, a token request gets 400 and everything else 403.
  banned_from_tokens: [400, "User is banned", "user_banned"],
  captcha_failed: [400, "captcha protection: request disallowed"],
  conflict: [
    409,
    "Multiple accounts with the same email address in the same linking domain detected",
  ],
  email_conflict_identity_not_deletable: [422, "Unable to unlink identity due to email conflict"],
  email_exists: [422, "A user with this email address has already been registered"],
  email_not_confirmed: [400, "Email not confirmed"],
  email_provider_disabled: [422, "Email logins are disabled"],
  factor_id_malformed: [404, "factor_id must be an UUID", "validation_failed"],
  flow_state_expired: [422, "invalid flow state, flow state has expired"],
  flow_state_not_found: [404, "invalid flow state, no valid flow state found"],
  hook_payload_invalid_content_type: [400, "Invalid JSON response"],
  hook_payload_over_size_limit: [422, "Payload size exceeded size limit"],
  hook_timeout: [422, "Failed to reach hook within maximum time"],
  hook_timeout_after_retry: [422, "Failed to reach hook after maximum retries"],
  identity_already_exists: [422, "Identity is already linked to another user"],
  identity_id_malformed: [404, "identity_id must be an UUID", "validation_failed"],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [403, "AAL2 session is required"],
  invalid_credentials: [400, "Invalid login credentials"],
  manual_linking_disabled: [404, "Manual linking is disabled"],
  method_not_allowed: [405, "Method not allowed"],
  mfa_challenge_expired: [422, "MFA challenge has expired"],
  mfa_challenge_unknown: [
    422,
    "MFA factor with the provided challenge ID not found",
    "mfa_factor_not_found",
  ],
  mfa_factor_name_conflict: [422, "A factor with this friendly name already exists"],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_ip_address_mismatch: [422, "Challenge and verify IP addresses mismatch."],
  mfa_phone_code_wrong: [422, "Invalid MFA Phone code entered", "mfa_verification_failed"],
  mfa_phone_enroll_not_enabled: [422, "MFA enroll is disabled for Phone"],
  mfa_phone_factor_exists: [
    422,
    "A verified phone factor already exists, unenroll the existing factor to continue",
    "mfa_verified_factor_exists",
  ],
  mfa_phone_verify_not_enabled: [422, "MFA verification is disabled for Phone"],
  mfa_recovery_codes_enroll_not_enabled: [422, "MFA enroll is disabled for recovery codes"],
  mfa_recovery_codes_locked: [429, "Too many failed verification attempts, try again later"],
  mfa_recovery_codes_sole_factor: [
    422,
    "Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.",
  ],
  mfa_recovery_codes_unknown: [
    404,
    "The user has not enrolled recovery codes",
    "mfa_factor_not_found",
  ],
  mfa_recovery_codes_verify_not_enabled: [422, "MFA verification is disabled for recovery codes"],
  mfa_totp_enroll_not_enabled: [422, "MFA enroll is disabled for TOTP"],
  mfa_totp_verify_not_enabled: [422, "MFA verification is disabled for TOTP"],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  mfa_verification_rejected: [403, "Further MFA verification attempts will be rejected."],
  mfa_verified_factor_exists: [
    422,
    "Recovery codes are already enrolled for this user, use regenerate to rotate them",
  ],
  mfa_webauthn_enroll_not_enabled: [422, "MFA enroll is disabled for WebAuthn"],
  mfa_webauthn_verify_not_enabled: [422, "MFA verification is disabled for WebAuthn"],
  mfa_webauthn_wrong: [422, "Invalid WebAuthn response", "mfa_verification_failed"],
  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  not_admin: [403, "User not allowed"],
  not_found: [404, "There is no such endpoint"],
  oauth_provider_not_supported: [400, "Unsupported provider"],
  otp_disabled: [422, "Signups not allowed for otp"],
  otp_expired: [403, "Token has expired or is invalid"],
  over_email_send_rate_limit: [429, "email rate limit exceeded"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  over_sms_send_rate_limit: [429, "SMS rate limit exceeded"],
  passkey_disabled: [404, "Passkeys are disabled"],
  passkey_email_not_confirmed: [403, "Email not confirmed", "email_not_confirmed"],
  passkey_not_found: [404, "Passkey not found", "validation_failed"],
  passkey_phone_not_confirmed: [403, "Phone not confirmed", "phone_not_confirmed"],
  passkeys_for_the_named: [
    403,
    "Anonymous user not allowed to perform these actions",
    "no_authorization",
  ],
  phone_exists: [422, "A user with this phone number has already been registered"],
  phone_logins_disabled: [422, "Phone logins are disabled", "phone_provider_disabled"],
  phone_not_confirmed: [400, "Phone not confirmed"],
  phone_provider_disabled: [400, "Unsupported phone provider"],
  provider_disabled: [400, "Provider is not enabled"],
  provider_email_needs_verification: [422, "Unverified email with the provider"],
  provider_failed: [500, "Unable to exchange external code", "unexpected_failure"],
  provider_gave_no_email: [
    500,
    "Error getting user email from external provider",
    "unexpected_failure",
  ],
  provider_unreachable: [500, "The provider cannot be reached", "unexpected_failure"],
  reauthentication_needed: [400, "Password update requires reauthentication"],
  reauthentication_not_valid: [422, "Nonce has expired or is invalid"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  request_entity_too_large: [413, "Request body is too large"],
  same_password: [422, "New password should be different from the old password."],
  saml_assertion_no_email: [400, "SAML Assertion does not contain an email address"],
  saml_assertion_no_user_id: [
    400,
    "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user",
  ],
  saml_entity_id_mismatch: [400, "SAML Metadata is of another EntityID"],
  saml_idp_already_exists: [422, "SAML Identity Provider with this EntityID already exists"],
  saml_idp_not_found: [
    404,
    "A SAML connection has not been established with this Identity Provider",
  ],
  saml_metadata_fetch_failed: [400, "Error fetching SAML Metadata"],
  saml_provider_disabled: [404, "SAML 2.0 is disabled"],
  saml_relay_state_expired: [422, "SAML RelayState has expired. Try logging in again?"],
  saml_relay_state_not_found: [404, "SAML RelayState does not exist, try logging in again?"],
  session_expired: [400, "Invalid Refresh Token: Session Expired"],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  signup_disabled: [422, "Signups not allowed for this instance"],
  single_identity_not_deletable: [422, "User must have at least 1 identity after unlinking"],
  sms_send_failed: [422, "Error sending sms OTP to provider"],
  sso_domain_already_exists: [400, "SSO Domain is already assigned to an SSO identity provider"],
  sso_provider_disabled: [404, "SSO Provider assigned for this domain is currently disabled"],
  sso_provider_not_found: [404, "SSO Identity Provider not found"],
  sub_malformed: [400, "invalid claim: sub claim must be a UUID", "bad_jwt"],
  too_many_enrolled_mfa_factors: [
    422,
    "Maximum number of verified factors reached, unenroll to continue",
  ],
  too_many_passkeys: [422, "Maximum number of passkeys reached"],
  unexpected_failure: [500, "Unexpected failure, please check server logs for more information"],
  unprocessable: [422, "The request could not be carried out", "validation_failed"],
  user_already_exists: [422, "User already registered"],
  user_banned: [403, "User is banned"],
  user_id_malformed: [404, "user_id must be an UUID", "validation_failed"],
  user_not_found: [404, "User not found"],
  user_of_token_not_found: [403, "User from sub claim in JWT does not exist", "user_not_found"],
  user_sso_managed: [422, "Updating email, phone, password of a SSO account only possible via SSO"],
  validation_failed: [400, "The request is not valid"],
  verify_email_malformed: [422, "Invalid email format", "validation_failed"],
  weak_password: [422, "Password is too weak"],
  web3_provider_disabled: [422, "Web3 provider is disabled"],
  webauthn_challenge_expired: [400, "Challenge has expired"],
  webauthn_challenge_not_found: [400, "Challenge not found or already used"],
  webauthn_credential_exists: [422, "This credential is already registered"],
  webauthn_verification_failed: [400, "Credential verification failed"],
} as const satisfies Record<string, readonly [status: number, message: string, sentCode?: string]>;

export type AuthCode = keyof typeof REFUSALS;

interface Refusal {
  message?: string;
  /** For `weak_password`: what is missing (`length`, `characters`). */
  reasons?: readonly string[];
  /** For `over_…_rate_limit`: seconds until another attempt can succeed. */
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
}

/** The error to throw for a refusal with one of the codes above. */
export const refuse = (code: AuthCode, more: Refusal = {}): HttpError => {
  const [status, message, sentCode]: readonly [number, string, string?] = REFUSALS[code];
  return new HttpError(
    {
      status,
      code: sentCode ?? code,
      message: more.message ?? message,
      details: more.reasons?.join(",") ?? null,
      headers: more.retryAfter ? { "retry-after": String(more.retryAfter) } : {},
    },
    more.cause,
  );
};

const unexpected = (cause: unknown): HttpError =>
  isUnstorable(cause)
    ? refuse("validation_failed", { message: UNSTORABLE, cause })
    : refuse("unexpected_failure", { cause });

/** The database cannot serve at present: auth's clients try again after a 503. */
const outage = (error: unknown): HttpError | null => {
  const kind = outageOf(error);
  return kind && new HttpError(outageFacts(kind), error);
};

const VERSIONED = "2024-01-01";

/**
 * An error in GoTrue's form: `{ code, message }` for clients that send `X-Supabase-Api-Version` 2024-01-01
 * or later, `{ code: status, error_code, msg }` for older ones. An error that is no refusal is logged and
 * sent as `unexpected_failure`.
 */
export const toErrorResponse = (error: unknown, request: Request, log: Log): Response => {
  const known = error instanceof HttpError ? error : unexpected(error);
  const refusal = known.status === 500 ? (outage(known.cause) ?? known) : known;
  if (refusal.status >= 500) {
    logFailure(log, "auth.failed", refusal.cause ?? refusal, {
      path: new URL(request.url).pathname,
      code: refusal.code,
    });
  }
  const weak =
    refusal.code === "weak_password"
      ? { weak_password: { reasons: (refusal.details ?? "").split(",").filter(Boolean) } }
      : {};
  const requestedVersion = request.headers.get("x-supabase-api-version") ?? "";
  const versioned = /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) && requestedVersion >= VERSIONED;
  const headers: Record<string, string> = { ...refusal.headers, "x-sb-error-code": refusal.code };
  if (versioned) headers["x-supabase-api-version"] = VERSIONED;
  return json(
    versioned
      ? { code: refusal.code, message: refusal.message, ...weak }
      : {
          code: refusal.status,
          error_code: refusal.code,
          msg: refusal.message,
          ...weak,
        },
    refusal.status,
    headers,
  );
};

/** PostgreSQL's error code, if the error is PostgreSQL's. */
export const sqlState = (error: unknown): string | null => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
};

/** The name of the constraint that was violated, from PostgreSQL. */
export const brokenConstraint = (error: unknown): string | null => {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  return typeof name === "string" ? name : null;
};
