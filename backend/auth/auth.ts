import { Hono } from "hono";
import type { Core, Service } from "#backend/core/core.ts";
import { adminAudit } from "./admin/admin-audit.ts";
import { adminFactorsDelete } from "./admin/admin-factors-delete.ts";
import { adminFactorsList } from "./admin/admin-factors-list.ts";
import { adminFactorsUpdate } from "./admin/admin-factors-update.ts";
import { adminGenerateLink } from "./admin/admin-generate-link.ts";
import { adminPasskeysDelete, adminPasskeysList } from "./admin/admin-passkeys.ts";
import {
  adminSsoCreate,
  adminSsoDelete,
  adminSsoGet,
  adminSsoList,
  adminSsoUpdate,
} from "./admin/admin-sso.ts";
import { adminUsersCreate } from "./admin/admin-users-create.ts";
import { adminUsersDelete } from "./admin/admin-users-delete.ts";
import { adminUsersGet } from "./admin/admin-users-get.ts";
import { adminUsersList } from "./admin/admin-users-list.ts";
import { adminUsersUpdate } from "./admin/admin-users-update.ts";
import { invite } from "./admin/invite.ts";
import { createBackground } from "./background.ts";
import { requireCaptcha } from "./captcha.ts";
import type { Auth, Endpoint } from "./context.ts";
import { otp } from "./email/otp.ts";
import { recover } from "./email/recover.ts";
import { resend } from "./email/resend.ts";
import { loadTemplates } from "./email/templates.ts";
import { verifyGet } from "./email/verify-get.ts";
import { verifyPost } from "./email/verify-post.ts";
import { refuse, toErrorResponse } from "./errors.ts";
import { requireApiKey, requireServiceRole, requireSession, requireUser } from "./guards.ts";
import { health } from "./health.ts";
import { loadHooks } from "./hooks/hooks.ts";
import { startTidying } from "./housekeeping.ts";
import { factorsChallenge } from "./mfa/factors-challenge.ts";
import { factorsEnroll } from "./mfa/factors-enroll.ts";
import { factorsList } from "./mfa/factors-list.ts";
import { factorsUnenroll } from "./mfa/factors-unenroll.ts";
import { factorsVerify } from "./mfa/factors-verify.ts";
import { recoveryCodesDelete } from "./mfa/recovery-codes-delete.ts";
import { recoveryCodesGenerate } from "./mfa/recovery-codes-generate.ts";
import { recoveryCodesRegenerate } from "./mfa/recovery-codes-regenerate.ts";
import { recoveryCodesStatus } from "./mfa/recovery-codes-status.ts";
import { recoveryCodesVerify } from "./mfa/recovery-codes-verify.ts";
import { authorize } from "./oauth/authorize.ts";
import { callback } from "./oauth/callback.ts";
import { identitiesAuthorize } from "./oauth/identities-authorize.ts";
import { identitiesDelete } from "./oauth/identities-delete.ts";
import { createProviders } from "./oauth/providers/providers.ts";
import { ifPasskeys } from "./passkeys/passkeys.ts";
import {
  passkeysAuthenticationOptions,
  passkeysAuthenticationVerify,
} from "./passkeys/passkeys-authentication.ts";
import { passkeysDelete, passkeysList, passkeysUpdate } from "./passkeys/passkeys-own.ts";
import {
  passkeysRegistrationOptions,
  passkeysRegistrationVerify,
} from "./passkeys/passkeys-registration.ts";
import { createPasswords, inFlightBeside, type PasswordCost } from "./passwords/passwords.ts";
import { loadTexts } from "./phone/sms/texts.ts";
import { samlAcs } from "./saml/saml-acs.ts";
import { samlMetadata } from "./saml/saml-metadata.ts";
import { sso } from "./saml/sso.ts";
import { jwks } from "./sessions/jwks.ts";
import { logout } from "./sessions/logout.ts";
import { openidConfiguration } from "./sessions/openid-configuration.ts";
import { reauthenticate } from "./sessions/reauthenticate.ts";
import { token } from "./sessions/token.ts";
import { settings } from "./settings.ts";
import { signup } from "./users/signup.ts";
import { userGet } from "./users/user-get.ts";
import { userUpdate } from "./users/user-update.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Every endpoint. `requireApiKey` requires one of the project's API keys, `requireSession` a person's
 * session, `requireUser` a token that names a user, `requireServiceRole` the service key, `requireCaptcha` a
 * solved captcha if the project wants one. Endpoints without any of these are open, as links in mails must be.
 */
const ROUTES: readonly (readonly [Method, string, Endpoint])[] = [
  ["GET", "/health", health],
  ["GET", "/.well-known/jwks.json", jwks],
  ["GET", "/.well-known/openid-configuration", openidConfiguration],
  ["GET", "/settings", requireApiKey(settings)],

  ["POST", "/signup", requireApiKey(requireCaptcha(signup))],
  ["POST", "/token", requireApiKey(requireCaptcha(token))],
  ["POST", "/otp", requireApiKey(requireCaptcha(otp))],
  ["POST", "/magiclink", requireApiKey(requireCaptcha(otp))],
  ["POST", "/recover", requireApiKey(requireCaptcha(recover))],
  ["POST", "/resend", requireApiKey(requireCaptcha(resend))],
  ["GET", "/verify", verifyGet],
  ["POST", "/verify", requireApiKey(verifyPost)],

  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callback],

  ["POST", "/sso", requireApiKey(requireCaptcha(sso))],
  ["GET", "/sso/saml/metadata", samlMetadata],
  ["POST", "/sso/saml/acs", samlAcs],

  ["GET", "/user", requireUser(userGet)],
  ["PUT", "/user", requireSession(userUpdate)],
  ["GET", "/reauthenticate", requireSession(reauthenticate)],
  ["POST", "/logout", requireSession(logout)],

  ["GET", "/user/identities/authorize", requireSession(identitiesAuthorize)],
  ["DELETE", "/user/identities/:identityId", requireSession(identitiesDelete)],

  ["GET", "/factors", requireSession(factorsList)],
  ["POST", "/factors", requireSession(factorsEnroll)],
  ["GET", "/factors/recovery-codes", requireSession(recoveryCodesStatus)],
  ["POST", "/factors/recovery-codes", requireSession(recoveryCodesGenerate)],
  ["POST", "/factors/recovery-codes/regenerate", requireSession(recoveryCodesRegenerate)],
  ["POST", "/factors/recovery-codes/verify", requireSession(recoveryCodesVerify)],
  ["DELETE", "/factors/recovery-codes", requireSession(recoveryCodesDelete)],
  ["POST", "/factors/:factorId/challenge", requireSession(factorsChallenge)],
  ["POST", "/factors/:factorId/verify", requireSession(factorsVerify)],
  ["DELETE", "/factors/:factorId", requireSession(factorsUnenroll)],

  [
    "POST",
    "/passkeys/authentication/options",
    ifPasskeys(requireApiKey(requireCaptcha(passkeysAuthenticationOptions))),
  ],
  [
    "POST",
    "/passkeys/authentication/verify",
    ifPasskeys(requireApiKey(passkeysAuthenticationVerify)),
  ],
  [
    "POST",
    "/passkeys/registration/options",
    ifPasskeys(requireSession(passkeysRegistrationOptions)),
  ],
  ["POST", "/passkeys/registration/verify", ifPasskeys(requireSession(passkeysRegistrationVerify))],
  ["GET", "/passkeys", ifPasskeys(requireSession(passkeysList))],
  ["PATCH", "/passkeys/:passkeyId", ifPasskeys(requireSession(passkeysUpdate))],
  ["DELETE", "/passkeys/:passkeyId", ifPasskeys(requireSession(passkeysDelete))],

  ["POST", "/invite", requireServiceRole(invite)],
  ["GET", "/admin/audit", requireServiceRole(adminAudit)],
  ["POST", "/admin/generate_link", requireServiceRole(adminGenerateLink)],
  ["GET", "/admin/sso/providers", requireServiceRole(adminSsoList)],
  ["POST", "/admin/sso/providers", requireServiceRole(adminSsoCreate)],
  ["GET", "/admin/sso/providers/:id", requireServiceRole(adminSsoGet)],
  ["PUT", "/admin/sso/providers/:id", requireServiceRole(adminSsoUpdate)],
  ["DELETE", "/admin/sso/providers/:id", requireServiceRole(adminSsoDelete)],
  ["GET", "/admin/users", requireServiceRole(adminUsersList)],
  ["POST", "/admin/users", requireServiceRole(adminUsersCreate)],
  ["GET", "/admin/users/:id", requireServiceRole(adminUsersGet)],
  ["PUT", "/admin/users/:id", requireServiceRole(adminUsersUpdate)],
  ["DELETE", "/admin/users/:id", requireServiceRole(adminUsersDelete)],
  ["GET", "/admin/users/:id/factors", requireServiceRole(adminFactorsList)],
  ["PUT", "/admin/users/:id/factors/:factorId", requireServiceRole(adminFactorsUpdate)],
  ["DELETE", "/admin/users/:id/factors/:factorId", requireServiceRole(adminFactorsDelete)],
  ["GET", "/admin/users/:id/passkeys", requireServiceRole(adminPasskeysList)],
  ["DELETE", "/admin/users/:id/passkeys/:passkeyId", requireServiceRole(adminPasskeysDelete)],
];

/**
 * GoTrue's API below `/auth/v1`, over the `auth` schema of this folder's migrations (which must have been
 * applied). Reads the project's mail templates at once: an invalid one stops the start.
 */
export const createAuth = async (
  core: Core,
  { passwordCost }: { passwordCost?: PasswordCost } = {},
): Promise<Service> => {
  const hooks = loadHooks(core);
  const auth: Auth = {
    hooks: hooks(""),
    core,
    config: core.project.config.auth,
    passwords: createPasswords(core.db, {
      cost: passwordCost,
      inFlight: inFlightBeside(core.otherRequests),
    }),
    providers: createProviders(core),
    texts: loadTexts(core.project.config.auth),
    templates: await loadTemplates(core.project),
    background: createBackground(core.log),
  };
  const app = new Hono<{ Bindings: { ip: string } }>({ strict: false }).basePath("/auth/v1");
  for (const [method, path, endpoint] of ROUTES) {
    app.on(method, path, async ({ req, env }) =>
      // A hook learns whose request it decides on.
      endpoint(
        { ...auth, hooks: hooks(env.ip) },
        {
          request: req.raw,
          url: new URL(req.url),
          ip: env.ip,
          params: req.param() as Record<string, string>,
        },
      ),
    );
  }
  app.onError((error, { req }) => toErrorResponse(error, req.raw, core.log));
  app.notFound(({ req }) => toErrorResponse(refuse("not_found"), req.raw, core.log));
  const stopTidying = startTidying(auth);

  return {
    async fetch(request, { ip }) {
      // Hono responds to HEAD by running GET: a mail scanner's HEAD would use up the link.
      if (request.method === "HEAD") {
        return toErrorResponse(refuse("method_not_allowed"), request, core.log);
      }
      return app.fetch(request, { ip });
    },
    async close() {
      stopTidying();
      await auth.background.drain();
    },
  };
};
