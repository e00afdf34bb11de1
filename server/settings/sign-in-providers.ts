import type { ProjectConfig } from "supabase-compatible-backend/project";
import type { SignInWays } from "#web/session/site.ts";
import type { Config } from "./settings.ts";
import { SIGN_IN_PROVIDERS } from "./sign-in-settings.ts";

type External = ProjectConfig["auth"]["external"];

/**
 * Switches on the providers whose `SIGN_IN_<NAME>_CLIENT_ID` and `SIGN_IN_<NAME>_SECRET` are set, in
 * addition to those of config.toml.
 */
export const signInProviders = (config: Partial<Config>, siteUrl: string): External =>
  Object.fromEntries(
    SIGN_IN_PROVIDERS.flatMap((provider) => {
      const name = provider.toUpperCase() as Uppercase<typeof provider>;
      const clientId = config[`SIGN_IN_${name}_CLIENT_ID`];
      const secret = config[`SIGN_IN_${name}_SECRET`];
      const url = provider === "azure" && config.SIGN_IN_AZURE_URL;
      if (!clientId || !secret) return [];
      const redirect_uri = `${siteUrl}/auth/v1/callback`;
      return [
        [provider, { enabled: true, clientId, secret, redirect_uri, ...(url ? { url } : {}) }],
      ];
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
