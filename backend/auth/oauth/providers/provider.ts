import { z } from "zod";
import type { Metadata } from "../../users/user.ts";
import { fetchProvider, ProviderError } from "./wire.ts";

/** One address of a person, and whether the provider vouches for it. */
export interface Email {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** A person according to a provider. */
export interface ExternalProfile {
  /** The provider's permanent id of the person, which is never given to another. */
  subject: string;
  emails: Email[];
  /** GoTrue's `identity_data`, without the address. */
  facts: Metadata;
}

/** The provider's tokens for its own API; the application may want them. */
export interface Grant {
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
}

/** One sign-in at a provider, from the request to the result. */
export interface AuthorizationParams {
  state: string;
  /** PKCE (RFC 7636) with the provider; the nonce derives from it too. */
  verifier: string;
  /** In addition to the provider's own. */
  scopes: string[];
  /** Parameters that the application adds to the address (`prompt`, `login_hint`, …). */
  params: Record<string, string>;
}

/** The parameters of /callback, without the state. */
interface Returned {
  code: string;
  /** RFC 9207: the issuer that claims to have sent the person back. */
  issuer: string | null;
  /** Apple's unsigned data about a person who signs in for the first time. */
  user: string | null;
}

/** A provider that people can sign in with (`[auth.external.<name>]`). */
export interface Provider {
  name: string;
  emailOptional: boolean;
  /** The address at which the browser signs in. */
  startUrl(request: AuthorizationParams): Promise<string>;
  /**
   * Turns the returned parameters into a person. Throws ProviderError if the provider does not vouch for
   * them.
   */
  fetchProfile(
    returned: Returned,
    verifier: string,
  ): Promise<{ grant: Grant; person: ExternalProfile }>;
  /** The person named by an ID token that the application got by itself; null if the provider has none. */
  readIdToken:
    | ((idToken: string, given: { nonce: string; accessToken: string }) => Promise<ExternalProfile>)
    | null;
}

/** `[auth.external.<name>]`, read. */
export interface ProviderConfig {
  name: string;
  /** The first is ours; the others belong to the project's native applications. */
  clientIds: [string, ...string[]];
  secret: string;
  /** The provider's address, if not the usual one. */
  url: string | null;
  redirectUri: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
}

const LONGEST_FACT = 1024;

/** A provider's text if it can be stored, or undefined. */
export const fact = (value: unknown): string | undefined =>
  typeof value === "string" &&
  value !== "" &&
  value.length <= LONGEST_FACT &&
  value.isWellFormed() &&
  !value.includes("\0")
    ? value
    : undefined;

/** The members that have a value. */
export const facts = (values: Record<string, unknown>): Metadata =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The provider's id of the person; without one nobody can be recognised. */
export const subjectOf = (value: unknown): string => {
  const text = fact(typeof value === "number" ? String(value) : value);
  if (!text || text.length > 255) throw new ProviderError("The provider did not say who it is");
  return text;
};

const TokenResponse = z.object({
  access_token: z.string().min(1).max(16_384),
  refresh_token: z.string().max(16_384).nullish(),
  id_token: z.string().max(16_384).nullish(),
});

/** Exchanges a code at a token endpoint (RFC 6749 section 4.1.3). */
export const exchangeCode = async (
  endpoint: string,
  config: ProviderConfig,
  { code, verifier, basic = false }: { code: string; verifier: string; basic?: boolean },
): Promise<Grant> => {
  const [clientId] = config.clientIds;
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(config.secret)}`;
  const parsed = TokenResponse.safeParse(
    await fetchProvider(endpoint, {
      form: {
        grant_type: "authorization_code",
        code,
        redirect_uri: config.redirectUri,
        code_verifier: verifier,
        ...(basic ? {} : { client_id: clientId, client_secret: config.secret }),
      },
      headers: basic
        ? { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }
        : {},
    }),
  );
  if (!parsed.success) throw new ProviderError(`${endpoint} gave no token`);
  const { access_token, refresh_token, id_token } = parsed.data;
  return {
    accessToken: access_token,
    refreshToken: refresh_token || null,
    idToken: id_token || null,
  };
};
