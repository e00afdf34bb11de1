import { json } from "#backend/kernel/http.ts";
import type { Endpoint } from "../context.ts";

/** The providers that GoTrue's clients look for by name, present or not. */
const KNOWN = [
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"],
  ...["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc"],
  ...["snapchat", "spotify", "twitch", "twitter", "workos", "zoom"],
];

/** GET /settings: which ways in this project has. */
export const settings: Endpoint = async ({ config, providers }) =>
  json({
    external: {
      anonymous_users: config.enableAnonymousSignIns,
      ...Object.fromEntries(KNOWN.map((name) => [name, false])),
      ...Object.fromEntries(providers.names.map((name) => [name, true])),
      email: config.email.enableSignup,
      phone: config.sms.enableSignup,
    },
    disable_signup: !config.enableSignup,
    mailer_autoconfirm: !config.email.enableConfirmations,
    phone_autoconfirm: !config.sms.enableConfirmations,
    sms_provider: config.sms.sender?.name ?? "",
    saml_enabled: config.saml.enabled,
    passkeys_enabled: config.passkey.enabled,
  });
