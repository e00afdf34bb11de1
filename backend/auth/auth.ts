import { Hono } from "hono";
import type { Kernel, Service } from "#backend/kernel/kernel.ts";
import { createBackground } from "./background.ts";
import { puzzled } from "./captcha.ts";
import type { Auth, Endpoint } from "./context.ts";
import { adminAudit } from "./endpoints/admin-audit.ts";
import {
  adminCustomProvidersCreate,
  adminCustomProvidersDelete,
  adminCustomProvidersGet,
  adminCustomProvidersList,
  adminCustomProvidersUpdate,
} from "./endpoints/admin-custom-providers.ts";
import { adminFactorsDelete } from "./endpoints/admin-factors-delete.ts";
import { adminFactorsList } from "./endpoints/admin-factors-list.ts";
import { adminFactorsUpdate } from "./endpoints/admin-factors-update.ts";
import { adminGenerateLink } from "./endpoints/admin-generate-link.ts";
import {
  adminOAuthClientsCreate,
  adminOAuthClientsDelete,
  adminOAuthClientsGet,
  adminOAuthClientsList,
  adminOAuthClientsRegenerate,
  adminOAuthClientsUpdate,
} from "./endpoints/admin-oauth-clients.ts";
import { adminPasskeysDelete, adminPasskeysList } from "./endpoints/admin-passkeys.ts";
import {
  adminSsoCreate,
  adminSsoDelete,
  adminSsoGet,
  adminSsoList,
  adminSsoUpdate,
} from "./endpoints/admin-sso.ts";
import { adminUsersCreate } from "./endpoints/admin-users-create.ts";
import { adminUsersDelete } from "./endpoints/admin-users-delete.ts";
import { adminUsersGet } from "./endpoints/admin-users-get.ts";
import { adminUsersList } from "./endpoints/admin-users-list.ts";
import { adminUsersUpdate } from "./endpoints/admin-users-update.ts";
import { authorize } from "./endpoints/authorize.ts";
import { callback } from "./endpoints/callback.ts";
import { factorsChallenge } from "./endpoints/factors-challenge.ts";
import { factorsEnroll } from "./endpoints/factors-enroll.ts";
import { factorsList } from "./endpoints/factors-list.ts";
import { factorsUnenroll } from "./endpoints/factors-unenroll.ts";
import { factorsVerify } from "./endpoints/factors-verify.ts";
import { health } from "./endpoints/health.ts";
import { identitiesAuthorize } from "./endpoints/identities-authorize.ts";
import { identitiesDelete } from "./endpoints/identities-delete.ts";
import { invite } from "./endpoints/invite.ts";
import { jwks } from "./endpoints/jwks.ts";
import { logout } from "./endpoints/logout.ts";
import {
  oauthAuthorizationsConsent,
  oauthAuthorizationsGet,
} from "./endpoints/oauth-authorizations.ts";
import { oauthAuthorize } from "./endpoints/oauth-authorize.ts";
import { oauthGrantsList, oauthGrantsRevoke } from "./endpoints/oauth-grants.ts";
import { oauthRegister } from "./endpoints/oauth-register.ts";
import { oauthToken } from "./endpoints/oauth-token.ts";
import { oauthUserinfo } from "./endpoints/oauth-userinfo.ts";
import { openidConfiguration } from "./endpoints/openid-configuration.ts";
import { otp } from "./endpoints/otp.ts";
import {
  passkeysAuthenticationOptions,
  passkeysAuthenticationVerify,
} from "./endpoints/passkeys-authentication.ts";
import { passkeysDelete, passkeysList, passkeysUpdate } from "./endpoints/passkeys-own.ts";
import {
  passkeysRegistrationOptions,
  passkeysRegistrationVerify,
} from "./endpoints/passkeys-registration.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { recoveryCodesDelete } from "./endpoints/recovery-codes-delete.ts";
import { recoveryCodesGenerate } from "./endpoints/recovery-codes-generate.ts";
import { recoveryCodesRegenerate } from "./endpoints/recovery-codes-regenerate.ts";
import { recoveryCodesStatus } from "./endpoints/recovery-codes-status.ts";
import { recoveryCodesVerify } from "./endpoints/recovery-codes-verify.ts";
import { resend } from "./endpoints/resend.ts";
import { samlAcs } from "./endpoints/saml-acs.ts";
import { samlMetadata } from "./endpoints/saml-metadata.ts";
import { settings } from "./endpoints/settings.ts";
import { signup } from "./endpoints/signup.ts";
import { sso } from "./endpoints/sso.ts";
import { token } from "./endpoints/token.ts";
import { userGet } from "./endpoints/user-get.ts";
import { userUpdate } from "./endpoints/user-update.ts";
import { verifyGet } from "./endpoints/verify-get.ts";
import { verifyPost } from "./endpoints/verify-post.ts";
import { answerError, refuse } from "./errors.ts";
import { keyed, named, operator, signedIn, signedInAnywhere } from "./guards.ts";
import { loadHooks } from "./hooks.ts";
import { startTidying } from "./housekeeping.ts";
import { ifOAuthServer } from "./oauth-clients.ts";
import { ifPasskeys } from "./passkeys.ts";
import { createPasswords, type PasswordCost } from "./passwords.ts";
import { createProviders } from "./providers/providers.ts";
import { loadTexts } from "./sms/texts.ts";
import { loadTemplates } from "./templates.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Every way in: `keyed` asks for one of the project's API keys, `signedIn` for a person's session,
 * `signedInAnywhere` for an application's on their behalf too, `named` for whom a token names, `operator` for
 * the service key, `puzzled` for a solved captcha where the project wants one; what has none of them is open,
 * as links in mails must be.
 */
const ROUTES: readonly (readonly [Method, string, Endpoint])[] = [
  ["GET", "/health", health],
  ["GET", "/.well-known/jwks.json", jwks],
  ["GET", "/.well-known/openid-configuration", openidConfiguration],
  ["GET", "/.well-known/oauth-authorization-server", ifOAuthServer(openidConfiguration)],
  ["GET", "/settings", keyed(settings)],

  ["POST", "/signup", keyed(puzzled(signup))],
  ["POST", "/token", keyed(puzzled(token))],
  ["POST", "/otp", keyed(puzzled(otp))],
  ["POST", "/magiclink", keyed(puzzled(otp))],
  ["POST", "/recover", keyed(puzzled(recover))],
  ["POST", "/resend", keyed(puzzled(resend))],
  ["GET", "/verify", verifyGet],
  ["POST", "/verify", keyed(verifyPost)],

  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callback],

  ["POST", "/sso", keyed(puzzled(sso))],
  ["GET", "/sso/saml/metadata", samlMetadata],
  ["POST", "/sso/saml/acs", samlAcs],

  ["GET", "/user", named(userGet)],
  ["PUT", "/user", signedIn(userUpdate)],
  ["GET", "/reauthenticate", signedIn(reauthenticate)],
  ["POST", "/logout", signedInAnywhere(logout)],

  ["GET", "/oauth/authorize", ifOAuthServer(oauthAuthorize)],
  ["POST", "/oauth/token", ifOAuthServer(oauthToken)],
  ["GET", "/oauth/userinfo", ifOAuthServer(signedInAnywhere(oauthUserinfo))],
  ["POST", "/oauth/clients/register", ifOAuthServer(oauthRegister)],
  ["GET", "/oauth/authorizations/:id", ifOAuthServer(signedIn(oauthAuthorizationsGet))],
  [
    "POST",
    "/oauth/authorizations/:id/consent",
    ifOAuthServer(signedIn(oauthAuthorizationsConsent)),
  ],
  ["GET", "/user/oauth/grants", ifOAuthServer(signedIn(oauthGrantsList))],
  ["DELETE", "/user/oauth/grants", ifOAuthServer(signedIn(oauthGrantsRevoke))],

  ["GET", "/user/identities/authorize", signedIn(identitiesAuthorize)],
  ["DELETE", "/user/identities/:identityId", signedIn(identitiesDelete)],

  ["GET", "/factors", signedIn(factorsList)],
  ["POST", "/factors", signedIn(factorsEnroll)],
  ["GET", "/factors/recovery-codes", signedIn(recoveryCodesStatus)],
  ["POST", "/factors/recovery-codes", signedIn(recoveryCodesGenerate)],
  ["POST", "/factors/recovery-codes/regenerate", signedIn(recoveryCodesRegenerate)],
  ["POST", "/factors/recovery-codes/verify", signedIn(recoveryCodesVerify)],
  ["DELETE", "/factors/recovery-codes", signedIn(recoveryCodesDelete)],
  ["POST", "/factors/:factorId/challenge", signedIn(factorsChallenge)],
  ["POST", "/factors/:factorId/verify", signedIn(factorsVerify)],
  ["DELETE", "/factors/:factorId", signedIn(factorsUnenroll)],

  [
    "POST",
    "/passkeys/authentication/options",
    ifPasskeys(keyed(puzzled(passkeysAuthenticationOptions))),
  ],
  ["POST", "/passkeys/authentication/verify", ifPasskeys(keyed(passkeysAuthenticationVerify))],
  ["POST", "/passkeys/registration/options", ifPasskeys(signedIn(passkeysRegistrationOptions))],
  ["POST", "/passkeys/registration/verify", ifPasskeys(signedIn(passkeysRegistrationVerify))],
  ["GET", "/passkeys", ifPasskeys(signedIn(passkeysList))],
  ["PATCH", "/passkeys/:passkeyId", ifPasskeys(signedIn(passkeysUpdate))],
  ["DELETE", "/passkeys/:passkeyId", ifPasskeys(signedIn(passkeysDelete))],

  ["POST", "/invite", operator(invite)],
  ["GET", "/admin/audit", operator(adminAudit)],
  ["POST", "/admin/generate_link", operator(adminGenerateLink)],
  ["GET", "/admin/sso/providers", operator(adminSsoList)],
  ["POST", "/admin/sso/providers", operator(adminSsoCreate)],
  ["GET", "/admin/sso/providers/:id", operator(adminSsoGet)],
  ["PUT", "/admin/sso/providers/:id", operator(adminSsoUpdate)],
  ["DELETE", "/admin/sso/providers/:id", operator(adminSsoDelete)],
  ["GET", "/admin/custom-providers", operator(adminCustomProvidersList)],
  ["POST", "/admin/custom-providers", operator(adminCustomProvidersCreate)],
  ["GET", "/admin/custom-providers/:identifier", operator(adminCustomProvidersGet)],
  ["PUT", "/admin/custom-providers/:identifier", operator(adminCustomProvidersUpdate)],
  ["DELETE", "/admin/custom-providers/:identifier", operator(adminCustomProvidersDelete)],
  ["GET", "/admin/oauth/clients", ifOAuthServer(operator(adminOAuthClientsList))],
  ["POST", "/admin/oauth/clients", ifOAuthServer(operator(adminOAuthClientsCreate))],
  ["GET", "/admin/oauth/clients/:id", ifOAuthServer(operator(adminOAuthClientsGet))],
  ["PUT", "/admin/oauth/clients/:id", ifOAuthServer(operator(adminOAuthClientsUpdate))],
  ["DELETE", "/admin/oauth/clients/:id", ifOAuthServer(operator(adminOAuthClientsDelete))],
  [
    "POST",
    "/admin/oauth/clients/:id/regenerate_secret",
    ifOAuthServer(operator(adminOAuthClientsRegenerate)),
  ],
  ["GET", "/admin/users", operator(adminUsersList)],
  ["POST", "/admin/users", operator(adminUsersCreate)],
  ["GET", "/admin/users/:id", operator(adminUsersGet)],
  ["PUT", "/admin/users/:id", operator(adminUsersUpdate)],
  ["DELETE", "/admin/users/:id", operator(adminUsersDelete)],
  ["GET", "/admin/users/:id/factors", operator(adminFactorsList)],
  ["PUT", "/admin/users/:id/factors/:factorId", operator(adminFactorsUpdate)],
  ["DELETE", "/admin/users/:id/factors/:factorId", operator(adminFactorsDelete)],
  ["GET", "/admin/users/:id/passkeys", operator(adminPasskeysList)],
  ["DELETE", "/admin/users/:id/passkeys/:passkeyId", operator(adminPasskeysDelete)],
];

/**
 * GoTrue's API below `/auth/v1`, over the `auth` schema of this folder's migrations (which must have
 * been applied). Reads the project's mail templates at once: a bad one stops the start.
 */
export const createAuth = async (
  kernel: Kernel,
  { passwordCost }: { passwordCost?: PasswordCost } = {},
): Promise<Service> => {
  const hooks = loadHooks(kernel);
  const auth: Auth = {
    hooks: hooks(""),
    kernel,
    config: kernel.project.config.auth,
    passwords: createPasswords(kernel.db, { cost: passwordCost }),
    providers: createProviders(kernel),
    texts: loadTexts(kernel.project.config.auth),
    templates: await loadTemplates(kernel.project),
    background: createBackground(kernel.log),
  };
  const app = new Hono<{ Bindings: { ip: string } }>({ strict: false }).basePath("/auth/v1");
  for (const [method, path, endpoint] of ROUTES) {
    app.on(method, path, async ({ req, env }) =>
      // A hook is told whose request it is that it has a say in.
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
  app.onError((error, { req }) => answerError(error, req.raw, kernel.log));
  app.notFound(({ req }) => answerError(refuse("not_found"), req.raw, kernel.log));
  const stopTidying = startTidying(auth);

  return {
    async fetch(request, { ip }) {
      // Hono answers HEAD by running GET: a mail scanner's HEAD would then use up the link.
      if (request.method === "HEAD") {
        return answerError(refuse("method_not_allowed"), request, kernel.log);
      }
      return app.fetch(request, { ip });
    },
    async close() {
      stopTidying();
      await auth.background.settle();
    },
  };
};
