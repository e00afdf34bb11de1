import { daysUntil, formatUnbrokenDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";

/** The account types (spec 1 section 1). Only the first two can be chosen at sign-up (P-01). */
export type AccountType = "client" | "provider" | "admin";
export type SignUpType = Exclude<AccountType, "admin">;

/** The names of the account types for people (P-28), with the site's own name: `Solutionz Seeker`. */
export const accountLabels = (siteName: string): Record<AccountType, string> => ({
  client: `${siteName} Seeker`,
  provider: `${siteName} Provider`,
  admin: "Admin",
});

/** The plural name of an account type for people: `Solutionz Providers`. */
export const accountsLabel = (type: AccountType, siteName: string): string =>
  `${accountLabels(siteName)[type]}s`;

/** `1 Solutionz Provider`, `1,204 Solutionz Seekers`. */
export const countOfAccounts = (count: number, type: AccountType, siteName: string): string =>
  countOf(count, accountLabels(siteName)[type], accountsLabel(type, siteName));

/** The label of a stored account type; an unknown type reads as a seeker's. */
export const accountLabel = (type: string | null | undefined, siteName: string): string =>
  accountLabels(siteName)[type === "provider" || type === "admin" ? type : "client"];

/** `a Solutionz Seeker`, `an Admin`, `an Acme Provider`. */
export const withArticle = (label: string): string =>
  `${/^[aeiou]/i.test(label) ? "an" : "a"} ${label}`;

/**
 * Whether a signed-in person may post jobs (P-02); everyone else would read 'Feature not available'. False
 * while the account type is not known.
 */
export const mayPostJobs = (accountType: string | null | undefined): boolean =>
  accountType === "client";

/** Whether people can choose this type at sign-up. */
export const isSignUpType = (value: string | null | undefined): value is SignUpType =>
  value === "client" || value === "provider";

/** `provider` only if the address names it (`/signup?type=provider`), otherwise `client`. */
export const signUpTypeOf = (value: string | null | undefined): SignUpType =>
  value === "provider" ? "provider" : "client";

/** Shortest passwords, in characters (spec 1 section 9): sign-up, settings and admin; and reset. */
export const PASSWORD_MIN = 8;
export const RESET_PASSWORD_MIN = 6;

/** How long a rate limit blocks sign-up and resend, in seconds (spec 1 section 9). */
export const RETRY_COUNTDOWN_SECONDS = 60;

/** Business suggestions at sign-up: characters needed, and pauses in milliseconds. */
export const BUSINESS_SEARCH = { minCharacters: 2, pauseMs: 300, hideAfterBlurMs: 200 } as const;

/** Splits at the first space; everything after it is the last name, however many words. */
export const splitFullName = (fullName: string): { firstName: string; lastName: string } => {
  const [firstName = "", ...rest] = fullName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
};

/** First and last name as one text, or `fallback` if neither is known. */
export const fullNameOf = (
  person: { first_name: string | null; last_name: string | null } | null | undefined,
  fallback = "",
): string =>
  [person?.first_name, person?.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(" ") || fallback;

/**
 * The address for what an admin types at /admin-login: a username of the admin domain (spec 1 section 4),
 * or the email address of an account that was made admin later (P-29). No username contains an @.
 */
export const adminIdentity = (typed: string, domain: string): string => {
  const name = typed.trim().toLowerCase();
  return name.includes("@") ? name : `${name}@${domain.replace(/^@/, "")}`;
};

/** 'Renews in 12 days', or 'Expires in 1 day' for a membership that will not renew. */
export const renewalCountdown = (moment: string, cancels: boolean, now = Date.now()): string => {
  const days = Math.max(0, daysUntil(moment, now));
  return `${cancels ? "Expires" : "Renews"} in ${days} ${days === 1 ? "day" : "days"}`;
};

/** 'Free until 27 Sep 2027', or when a paid membership renews or ends. */
export const membershipUntil = (moment: string, cancels: boolean, free: boolean): string => {
  const day = formatUnbrokenDay(moment);
  return free ? `Free until ${day}` : `${cancels ? "Ends" : "Renews"} on ${day}`;
};

/**
 * Where a person goes after signing in (spec 1 section 4): to the page where they were stopped, otherwise
 * by account type and membership. Without a profile, to the directory.
 *
 * @param target a path that was checked to be of this site, or null
 */
export const pathAfterLogin = (
  target: string | null,
  profile: { id: string; account_type: string } | null,
  isSubscribed: boolean,
): string => {
  if (target) return target;
  if (profile?.account_type !== "provider") return "/directory";
  return isSubscribed ? `/directory/${profile.id}` : "/membership";
};

/** The message at login for the wrong tab. */
export const accountTypeMismatch = (registeredAs: string, siteName: string): string => {
  const label = withArticle(accountLabel(registeredAs, siteName));
  return `This account is registered as ${label}. Please use the correct account type to log in.`;
};
