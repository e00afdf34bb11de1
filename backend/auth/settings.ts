import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "./context.ts";
import { KNOWN } from "./oauth/providers/names.ts";

/** GET /settings: the sign-in methods of this project. */
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
