import type { Core } from "#backend/core/core.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import type { Claims } from "#backend/core/tokens/tokens.ts";
import type { Background } from "./background.ts";
import type { Templates } from "./email/templates.ts";
import type { Hooks } from "./hooks/hooks.ts";
import type { Providers } from "./oauth/providers/providers.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { Texts } from "./phone/sms/texts.ts";
import type { User } from "./users/user.ts";

/** The parts that every endpoint of this service uses. */
export interface Auth {
  core: Core;
  config: AuthConfig;
  passwords: Passwords;
  templates: Templates;
  texts: Texts;
  hooks: Hooks;
  providers: Providers;
  /** Work that continues after the response; `close` waits for it. */
  background: Background;
}

/** How a person proved their identity (similar to RFC 8176, with GoTrue's names). */
export type Method =
  | "password"
  | "otp"
  | "recovery"
  | "invite"
  | "totp"
  | "oauth"
  | "anonymous"
  | "passkey"
  | "sso/saml"
  | "mfa/phone"
  | "mfa/webauthn"
  | "mfa/recovery_code";

/** One request, reduced to what an endpoint needs. */
export interface Call {
  request: Request;
  url: URL;
  ip: string;
  /** Values of the `:name` parts of the route. */
  params: Record<string, string>;
}

interface Session {
  id: string;
  createdAt: Date;
  aal: string;
  methods: string[];
  /**
   * When the person last proved their identity in this session; a link to choose a password does not count.
   */
  provenAt: Date | null;
}

/** A request by a person whose access token is ours and whose session is still valid. */
export interface UserCall extends Call {
  user: User;
  claims: Claims;
  session: Session;
}

/** Also with a token without a session, which anybody with the project's secret can make. */
export interface NamedCall extends Omit<UserCall, "session"> {
  session: Session | null;
}

export type Endpoint = (auth: Auth, call: Call) => Promise<Response>;
export type UserEndpoint = (auth: Auth, call: UserCall) => Promise<Response>;
export type NamedEndpoint = (auth: Auth, call: NamedCall) => Promise<Response>;

/** The current time as PostgreSQL reads it, also into columns without a time zone. */
export const timestamp = (auth: Auth, plusSeconds = 0): string =>
  new Date(auth.core.clock.now() + plusSeconds * 1000).toISOString();
