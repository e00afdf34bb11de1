import type { Clock } from "#backend/core/clock.ts";
import type { Core } from "#backend/core/core.ts";
import { facebookProvider } from "./facebook.ts";
import { githubProvider } from "./github.ts";
import { type Manners, oidcProvider } from "./oidc.ts";
import type { Provider, ProviderConfig } from "./provider.ts";
import { isSafeUrl } from "./wire.ts";

const OPENID = ["openid", "email", "profile"];

/**
 * Azure lets a tenant's administrator write any address into an account; only `xms_edov` says that the
 * address's domain is the tenant's own. If the application does not request that claim, addresses count as
 * unverified (GoTrue trusts them then, and links accounts by them).
 */
const isEmailVerifiedByAzure = ({ xms_edov: owned }: Record<string, unknown>) =>
  [true, 1, "1", "true"].some((yes) => yes === owned);

const quirksOf = ({ name, url }: ProviderConfig): Manners | null => {
  switch (name) {
    case "google":
      return {
        issuer: url ?? "https://accounts.google.com",
        aliases: url ? [] : ["accounts.google.com"],
        scopes: OPENID,
        custom: ["hd"],
      };
    case "apple":
      return {
        issuer: url ?? "https://appleid.apple.com",
        scopes: ["openid", "email", "name"],
        // Apple's condition for sharing the name and the address.
        params: { response_mode: "form_post" },
      };
    case "azure":
      return {
        issuer: `${url ?? "https://login.microsoftonline.com/common"}/v2.0`,
        scopes: OPENID,
        vouches: isEmailVerifiedByAzure,
        custom: ["tid"],
      };
    default:
      return url ? { issuer: url, scopes: OPENID } : null;
  }
};

const build = (config: ProviderConfig, clock: Clock): Provider | null => {
  if (config.name === "github") return githubProvider(config);
  if (config.name === "facebook") return facebookProvider(config, clock);
  const manners = quirksOf(config);
  return manners && oidcProvider(config, manners, clock);
};

export interface Providers {
  /** Null for one that the project does not have. */
  find(name: string): Provider | null;
  /** Names of those that work. */
  names: readonly string[];
}

/**
 * The providers of the project's `[auth.external.<name>]`: google, github, facebook, apple and azure by
 * name, any other by its issuer as `url`. A warning names any that is on but cannot work.
 */
export const createProviders = (core: Core): Providers => {
  const { project, publicUrl, clock, log } = core;
  const providers = new Map<string, Provider>();
  for (const [name, given] of Object.entries(project.config.auth.external)) {
    if (!given.enabled) continue;
    const text = (key: string) => {
      const value = given[key];
      return typeof value === "string" && value ? value : null;
    };
    const url = text("url")?.replace(/\/$/, "") ?? null;
    const [clientId, ...others] = given.clientId
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean);
    const provider =
      clientId && (url === null || isSafeUrl(url))
        ? build(
            {
              name,
              clientIds: [clientId, ...others],
              secret: given.secret,
              url,
              redirectUri: text("redirect_uri") ?? `${publicUrl}/auth/v1/callback`,
              skipNonceCheck: given.skip_nonce_check === true,
              emailOptional: given.email_optional === true,
            },
            clock,
          )
        : null;
    if (provider) providers.set(name, provider);
    else log.warn("auth.provider_cannot_be_used", { name, needs: "client_id, and an https url" });
  }
  return {
    find: (name) => providers.get(name) ?? null,
    names: [...providers.keys()],
  };
};
