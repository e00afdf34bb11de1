import { createPrivateKey, type KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { secretAddress } from "../http/secret-address.ts";
import type { Reader } from "./reader.ts";
import { readSigningKeys } from "./signing-keys.ts";
import { readSms, TEXT } from "./sms.ts";

/** The CLI resolves these from the folder above `supabase`; newer projects write them from within. */
const locate = (folder: string, written: string): string | null =>
  [path.resolve(folder, "..", written), path.resolve(folder, written)].find((file) =>
    existsSync(file),
  ) ?? null;

type Templates = Record<string, { subject?: string; contentPath?: string }>;

const readTemplates = (templates: Reader, folder: string): Templates =>
  Object.fromEntries(
    templates.tables().map(([kind, template]) => {
      const written = template.optional("content_path");
      const contentPath = written === null ? undefined : locate(folder, written);
      if (contentPath === null)
        template.fail("content_path", `a file that exists, and ${written} does not`);
      return [
        kind,
        {
          subject: template.optional("subject") ?? undefined,
          contentPath: contentPath ?? undefined,
        },
      ];
    }),
  );

const readEmail = (email: Reader, folder: string) => ({
  enableSignup: email.boolean("enable_signup", true),
  doubleConfirmChanges: email.boolean("double_confirm_changes", true),
  enableConfirmations: email.boolean("enable_confirmations", false),
  securePasswordChange: email.boolean("secure_password_change", false),
  /** Seconds between two mails to one address. */
  maxFrequency: email.duration("max_frequency", 1),
  otpLength: email.number("otp_length", 6),
  /** Seconds. */
  otpExpiry: email.number("otp_expiry", 3600),
  /** Our key: the same for invitations, which people accept when they have time. */
  invitationExpiry: email.number("invitation_expiry", email.number("otp_expiry", 3600)),
  /** Our key: domains at which only the operator creates accounts. */
  reservedDomains: email.strings("reserved_domains", []).map((domain) => domain.toLowerCase()),
  /** By mail kind: confirmation, recovery, magic_link, email_change, invite, reauthentication. */
  templates: readTemplates(email.table("template"), folder),
});

type External = { enabled: boolean; clientId: string; secret: string; [key: string]: unknown };

/** External identity providers by name, as written. */
const readExternal = (external: Reader): Record<string, External> =>
  Object.fromEntries(
    external.tables().map(([name, provider]) => [
      name,
      {
        ...provider.raw(),
        enabled: provider.boolean("enabled", false),
        clientId: provider.string("client_id", ""),
        secret: provider.string("secret", ""),
      },
    ]),
  );

/** By name (before_user_created, custom_access_token, …): `pg-functions://…` or `https://…`. */
const readHooks = (hooks: Reader) =>
  Object.fromEntries(
    hooks.tables().map(([name, hook]) => [
      name,
      {
        enabled: hook.boolean("enabled", false),
        uri: hook.string("uri", ""),
        secrets: hook.optional("secrets"),
      },
    ]),
  );

const DEMAND = "an RSA key of 2048 bits or more, as PEM or as Base64 of its DER";

/** The key as PEM, or as GoTrue takes it: DER (PKCS #1 or #8) in Base64. */
const rsaKey = (written: string): KeyObject | null => {
  const key = Buffer.from(written, "base64");
  const forms: (() => KeyObject)[] = [
    () => createPrivateKey(written),
    () => createPrivateKey({ key, format: "der", type: "pkcs1" }),
    () => createPrivateKey({ key, format: "der", type: "pkcs8" }),
  ];
  for (const read of forms) {
    try {
      const made = read();
      const bits = made.asymmetricKeyDetails?.modulusLength ?? 0;
      return made.asymmetricKeyType === "rsa" && bits >= 2048 ? made : null;
    } catch {
      // Then it has another form.
    }
  }
  return null;
};

const readSaml = (saml: Reader): { enabled: boolean; privateKey?: KeyObject } => {
  const written = saml.string("private_key", "").trim();
  if (!saml.boolean("enabled", false)) return { enabled: false };
  const privateKey = written ? (rsaKey(written) ?? saml.fail("private_key", DEMAND)) : undefined;
  return { enabled: true, privateKey };
};

/** Each captcha provider's address for verifying a token. */
const CAPTCHAS = {
  hcaptcha: "https://hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
} as const;

const readCaptcha = (captcha: Reader) => {
  const provider = captcha.string("provider", "hcaptcha");
  const secret = captcha.string("secret", "").trim();
  // Another address with the same API; our key, not the CLI's.
  const url = captcha.optional("url");
  if (!captcha.boolean("enabled", false)) return null;
  if (provider !== "hcaptcha" && provider !== "turnstile") {
    return captcha.fail("provider", "hcaptcha or turnstile");
  }
  if (!secret || /^env\(.*\)$/.test(secret))
    captcha.fail("secret", "given: answers are checked with it");
  if (url !== null && !secretAddress(url)) captcha.fail("url", "an address by https");
  return { provider, secret, url: url ?? CAPTCHAS[provider] };
};

/** The `[auth]` table; defaults come from the CLI's own template. */
export const readAuth = (auth: Reader, folder: string) => {
  const rateLimit = auth.table("rate_limit");
  rateLimit.ignore("web3");
  const mfa = auth.table("mfa");
  const totp = mfa.table("totp");
  const phone = mfa.table("phone");
  const webauthn = mfa.table("web_authn");
  const passkey = auth.table("passkey");
  const party = auth.table("webauthn");
  // The CLI writes it into every project; this project signs nobody in to other applications.
  auth.ignore("oauth_server");
  const hooks = readHooks(auth.table("hook"));
  const ownSmtp = auth.table("email").table("smtp").boolean("enabled", false);
  const minimumPasswordLength = auth.number("minimum_password_length", 6);
  const jwtSecret = auth.optional("jwt_secret");
  if (jwtSecret !== null && jwtSecret.length < 16)
    auth.fail("jwt_secret", "at least 16 characters long");
  const signingKeys = readSigningKeys(auth, folder);
  const jwtExpiry = auth.number("jwt_expiry", 3600);
  if (jwtExpiry > 604_800) auth.fail("jwt_expiry", "at most 604800 seconds (a week)");
  return {
    siteUrl: auth.string("site_url", "http://127.0.0.1:3000"),
    additionalRedirectUrls: auth.strings("additional_redirect_urls", []),
    jwtSecret,
    /** The project's own private keys: the first signs, all are published; null without any. */
    signingKeys,
    /** Seconds. */
    jwtExpiry,
    enableSignup: auth.boolean("enable_signup", true),
    enableAnonymousSignIns: auth.boolean("enable_anonymous_sign_ins", false),
    enableManualLinking: auth.boolean("enable_manual_linking", false),
    enableRefreshTokenRotation: auth.boolean("enable_refresh_token_rotation", true),
    /** Seconds in which a used refresh token may be used again. */
    refreshTokenReuseInterval: auth.number("refresh_token_reuse_interval", 10),
    /** Whether sign-up reveals that an address has an account, which GoTrue hides. */
    revealRegistered: auth.boolean("reveal_registered", false),
    minimumPasswordLength,
    /** As above, for a session from a recovery link; our key, not the CLI's. */
    recoveryMinimumPasswordLength: auth.number(
      "recovery_minimum_password_length",
      minimumPasswordLength,
    ),
    /** Whether new passwords that are easy to guess are refused; our key, not the CLI's. */
    refuseCommonPasswords: auth.boolean("refuse_common_passwords", false),
    /**
     * Whether a new password or address needs the current password, and other changes to how an account
     * signs in need proof from the last five minutes; our key, not the CLI's.
     */
    requireCurrentPassword: auth.boolean("require_current_password", false),
    passwordRequirements: auth.string("password_requirements", ""),
    email: readEmail(auth.table("email"), folder),
    /** Sign-in by a passkey alone. */
    passkey: {
      enabled: passkey.boolean("enabled", false),
      // GoTrue's own variable; the CLI has no key for it, nor for how long a challenge lasts.
      maxPasskeysPerUser: passkey.number("max_passkeys_per_user", 10),
    },
    /** The relying party of passkeys; empty values come from `siteUrl`. */
    webauthn: {
      rpId: party.string("rp_id", ""),
      rpOrigins: party.strings("rp_origins", []),
      rpDisplayName: party.string("rp_display_name", ""),
      /** Seconds in which a passkey must respond. */
      challengeExpiry: party.duration("challenge_expiry_duration", 300),
    },
    /** The captcha required before an account, a link or a session is created; null without one. */
    captcha: readCaptcha(auth.table("captcha")),
    /**
     * Single sign-on; our key, not the CLI's. With a key (RSA) requests are signed and assertions may be
     * encrypted.
     */
    saml: readSaml(auth.table("saml")),
    sms: readSms(auth.table("sms"), hooks),
    rateLimit: {
      /**
       * Mails an hour for the whole project; if `emailSentPerNetwork` is not 0, for each kind. Without SMTP
       * of the project's own the CLI does not apply this limit, whatever its sample value (2).
       */
      emailSent: Math.max(rateLimit.number("email_sent", 2), ownSmtp ? 0 : 1000),
      /**
       * Our key: mails of each kind that one network may request in an hour; 0 means no limit, as on the
       * platform.
       */
      emailSentPerNetwork: rateLimit.number("email_sent_per_network", 0),
      /** Texts an hour for the whole project. */
      smsSent: rateLimit.number("sms_sent", 30),
      /** Per address and five minutes. */
      tokenRefresh: rateLimit.number("token_refresh", 150),
      signInSignUps: rateLimit.number("sign_in_sign_ups", 30),
      /** Anonymous accounts for each address of the network and hour. */
      anonymousUsers: rateLimit.number("anonymous_users", 30),
      tokenVerifications: rateLimit.number("token_verifications", 30),
    },
    mfa: {
      maxEnrolledFactors: mfa.number("max_enrolled_factors", 10),
      totp: {
        enrollEnabled: totp.boolean("enroll_enabled", false),
        verifyEnabled: totp.boolean("verify_enabled", false),
      },
      webauthn: {
        enrollEnabled: webauthn.boolean("enroll_enabled", false),
        verifyEnabled: webauthn.boolean("verify_enabled", false),
      },
      phone: {
        enrollEnabled: phone.boolean("enroll_enabled", false),
        verifyEnabled: phone.boolean("verify_enabled", false),
        otpLength: phone.number("otp_length", 6),
        /** With `{{ .Code }}` in it. */
        template: phone.string("template", TEXT),
        /** Seconds between two texts for one factor. */
        maxFrequency: phone.duration("max_frequency", 5),
      },
    },
    external: readExternal(auth.table("external")),
    hooks,
  };
};

export type AuthConfig = ReturnType<typeof readAuth>;
