import type { ProjectConfig } from "#backend/core/project/project.ts";
import type { SignInWays } from "#web/session/site.ts";

/** The other sites whose accounts people may sign in with, if an operator has registered the site there. */
const PROVIDERS = ["google", "apple", "facebook", "github", "azure"] as const;

type External = ProjectConfig["auth"]["external"];

/**
 * Switches on the providers whose `SIGN_IN_<NAME>_CLIENT_ID` and `SIGN_IN_<NAME>_SECRET` are set, in
 * addition to those of config.toml. `SIGN_IN_<NAME>_URL` is for a provider at an unusual address (a tenant,
 * a company's own). Throws one line that names what is missing.
 */
export const signInProviders = (
  environment: Record<string, string | undefined>,
  siteUrl: string,
): External =>
  Object.fromEntries(
    PROVIDERS.flatMap((name) => {
      const variable = (what: string) => `SIGN_IN_${name.toUpperCase()}_${what}`;
      const clientId = environment[variable("CLIENT_ID")] ?? "";
      const secret = environment[variable("SECRET")] ?? "";
      const url = environment[variable("URL")] ?? "";
      if (!clientId && !secret) return [];
      if (!clientId || !secret) {
        const [missing, given] = clientId ? ["SECRET", "CLIENT_ID"] : ["CLIENT_ID", "SECRET"];
        throw new Error(`${variable(missing)} must be set when ${variable(given)} is`);
      }
      const redirect_uri = `${siteUrl}/auth/v1/callback`;
      return [[name, { enabled: true, clientId, secret, redirect_uri, ...(url ? { url } : {}) }]];
    }),
  );

/** Entries of the service's list that are not providers. */
const NOT_ELSEWHERE = new Set(["email", "phone", "anonymous_users"]);

/**
 * The names of the providers that the service has switched on, and whether it has passkeys; none if it does
 * not respond. Their buttons are optional: a sign-in page never fails because of them.
 */
export const readSignInWays = async (
  settings: Request,
  fetch: (request: Request) => Promise<Response>,
): Promise<SignInWays> => {
  try {
    const response = await fetch(settings);
    const { external, passkeys_enabled } = Object(await response.json()) as Record<string, unknown>;
    const providers = Object.entries(Object(external) as Record<string, unknown>)
      .filter(([name, enabled]) => enabled === true && !NOT_ELSEWHERE.has(name))
      .map(([name]) => name);
    return { providers, passkeys: passkeys_enabled === true };
  } catch {
    return { providers: [], passkeys: false };
  }
};
