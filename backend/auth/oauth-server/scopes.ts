import type { Application } from "../context.ts";

/** The data that an application may request about a person (OpenID Connect Core section 5.4). */
export const SCOPES = ["openid", "profile", "email", "phone"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes if an application names none. */
export const DEFAULT_SCOPE = "email";

/** The scopes of a text that separates them by spaces, each once. */
export const scopesOf = (text: string): string[] => [...new Set(text.split(" ").filter(Boolean))];

/** The application and scopes that a session belongs to; null for a person's own. */
export const applicationOf = (id: string | null, scopes: string | null): Application | null =>
  id === null ? null : { id, scopes: scopesOf(scopes ?? "") };
