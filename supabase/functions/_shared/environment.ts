/** The variables that these functions read. */
type Name =
  | "SUPABASE_URL"
  | "SUPABASE_ANON_KEY"
  | "SUPABASE_SERVICE_ROLE_KEY"
  | "SITE_URL"
  | "SITE_NAME"
  | "SITE_MODE"
  | "STRIPE_SECRET_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_PRICE_MONTHLY"
  | "STRIPE_PRICE_YEARLY"
  | "STRIPE_API_URL"
  | "ADMIN_SETUP_TOKEN"
  | "ADMIN_DOMAIN"
  | "INBOUND_MAIL_DOMAIN"
  | "INBOUND_MAIL_SECRET"
  | "SMTP_URL"
  | "MAIL_FROM";

/** An optional variable; an empty value counts as absent. */
export const optional = (name: Name): string | null => Deno.env.get(name) || null;

/** A required variable. Throws an Error that names it, which callers see as a plain 500. */
export const required = (name: Name): string => {
  const value = optional(name);
  if (value === null) throw new Error(`${name} is not set`);
  return value;
};

/** The address of a page of the site; `path` begins with a slash. */
export const sitePage = (path: string): string => required("SITE_URL").replace(/\/+$/, "") + path;
