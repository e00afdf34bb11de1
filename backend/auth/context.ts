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

/** What every endpoint of this service works with. */
export interface Auth {
  core: Core;
  config: AuthConfig;
  passwords: Passwords;
  templates: Templates;
  texts: Texts;
  hooks: Hooks;
  providers: Providers;
  /** Work that goes on after the answer; `close` waits for it. */
  background: Background;
}

/** An application that somebody signed in to with this project, and what they let it know. */
export interface Application {
  id: string;
  scopes: string[];
}

/** How somebody proved who they are (RFC 8176 in spirit, GoTrue's names in fact). */
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
  | "mfa/recovery_code"
  | "oauth_provider/authorization_code";

/** One request, as far as an endpoint needs to know it. */
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
  /** The last time that somebody proved in it who they are; a link to choose a password is no such proof. */
  provenAt: Date | null;
  /** Who holds the session on the person's behalf; null for the person's own. */
  application: Application | null;
}

/** A request by a person whose access token is ours and whose session still stands. */
export interface UserCall extends Call {
  user: User;
  claims: Claims;
  session: Session;
}

/** The same, or by a token of no session, which whoever holds the project's secret can make. */
export interface NamedCall extends Omit<UserCall, "session"> {
  session: Session | null;
}

export type Endpoint = (auth: Auth, call: Call) => Promise<Response>;
export type UserEndpoint = (auth: Auth, call: UserCall) => Promise<Response>;
export type NamedEndpoint = (auth: Auth, call: NamedCall) => Promise<Response>;

/** The present moment as PostgreSQL reads it, also into columns without a time zone. */
export const timestamp = (auth: Auth, plusSeconds = 0): string =>
  new Date(auth.core.clock.now() + plusSeconds * 1000).toISOString();
