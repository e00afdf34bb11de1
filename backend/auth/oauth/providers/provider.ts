import { z } from "zod";
import type { Metadata } from "../../users/user.ts";
import { fetchProvider, ProviderError } from "./wire.ts";

/** One address of a person, as far as the provider vouches for it. */
export interface Email {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** Who somebody is according to a provider. */
export interface Person {
  /** The provider's own name for the person; it never changes and is never given to another. */
  subject: string;
  emails: Email[];
  /** GoTrue's `identity_data`, without the address. */
  facts: Metadata;
}

/** What the provider gave us for its own API; the application may want it. */
export interface Grant {
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
}

/** One sign-in at a provider, from asking to answer. */
export interface AuthorizationParams {
  state: string;
  /** PKCE (RFC 7636) towards the provider; also what the nonce is made from. */
  verifier: string;
  /** Beside the provider's own. */
  scopes: string[];
  /** What the application adds to the address (`prompt`, `login_hint`, …). */
  params: Record<string, string>;
}

/** What came back to /callback, beside the state. */
interface Returned {
  code: string;
  /** RFC 9207: who says to have sent the person back. */
  issuer: string | null;
  /** Apple's unsigned facts about a person who signs in for the first time. */
  user: string | null;
}

/** A place where people can sign in (`[auth.external.<name>]`). */
export interface Provider {
  name: string;
  emailOptional: boolean;
  /** Where the browser goes to sign in. */
  startUrl(request: AuthorizationParams): Promise<string>;
  /** Turns what came back into who it is. Throws ProviderError when the provider does not vouch for it. */
  finish(returned: Returned, verifier: string): Promise<{ grant: Grant; person: Person }>;
  /** Who an ID token names that the application got by itself; null where the provider has none. */
  readIdToken:
    | ((idToken: string, given: { nonce: string; accessToken: string }) => Promise<Person>)
    | null;
}

/** `[auth.external.<name>]`, read. */
export interface ProviderConfig {
  name: string;
  /** The first is ours; the others are of the project's native applications. */
  clientIds: [string, ...string[]];
  secret: string;
  /** Where the provider is, when that is not where it usually is. */
  url: string | null;
  redirectUri: string;
  skipNonceCheck: boolean;
  emailOptional: boolean;
  /** False for one that does not stand PKCE. */
  pkce?: boolean;
}

const LONGEST_FACT = 1024;

/** A text of a provider's that can be stored, else undefined. */
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

/** The provider's name for a person; without one nobody can be recognised. */
export const subjectOf = (value: unknown): string => {
  const text = fact(typeof value === "number" ? String(value) : value);
  if (!text || text.length > 255) throw new ProviderError("The provider did not say who it is");
  return text;
};

const TokenAnswer = z.object({
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
  const answer = TokenAnswer.safeParse(
    await fetchProvider(endpoint, {
      form: {
        grant_type: "authorization_code",
        code,
        redirect_uri: config.redirectUri,
        ...(config.pkce === false ? {} : { code_verifier: verifier }),
        ...(basic ? {} : { client_id: clientId, client_secret: config.secret }),
      },
      headers: basic
        ? { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }
        : {},
    }),
  );
  if (!answer.success) throw new ProviderError(`${endpoint} gave no token`);
  const { access_token, refresh_token, id_token } = answer.data;
  return {
    accessToken: access_token,
    refreshToken: refresh_token || null,
    idToken: id_token || null,
  };
};
