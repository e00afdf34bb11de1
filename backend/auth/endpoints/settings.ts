import { json } from "#backend/kernel/http.ts";
import type { Endpoint } from "../context.ts";

/** GET /settings: which ways in this project has. */
export const settings: Endpoint = async ({ config }) =>
  json({
    external: { anonymous_users: false, email: config.email.enableSignup, phone: false },
    disable_signup: !config.enableSignup,
    mailer_autoconfirm: !config.email.enableConfirmations,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
  });
