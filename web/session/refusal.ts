/** What one of our functions answered when it refused. */
interface Refusal {
  code: string;
  message: string;
}

/** Why a function refused (4xx), read from the error of `functions.invoke`; null for any other fault. */
export const refusalOf = async (error: unknown): Promise<Refusal | null> => {
  const { context } = (error ?? {}) as { context?: unknown };
  return context instanceof Response ? refusalIn(context) : null;
};

/** The same, of an answer that was fetched without the client. */
export const refusalIn = async (answer: Response): Promise<Refusal | null> => {
  if (answer.status < 400 || answer.status >= 500) return null;
  const body: unknown = await answer.json().catch(() => null);
  const { code, message } = (body ?? {}) as Partial<Refusal>;
  return typeof message === "string" && message ? { code: String(code ?? ""), message } : null;
};

/** What the database's `details` calls the reasons for which nobody may act (private.can_act()). */
const NOT_ACTING = ["deactivated", "session_ended", "unconfirmed"];

/** What the database says to whoever needs a live membership. */
const SUBSCRIPTION_REQUIRED = "Subscription required";

interface DatabaseError {
  code?: unknown;
  message?: unknown;
  details?: unknown;
  hint?: unknown;
}

/** What the database refused in words for people: PT4xx, a rule, or its reason; nothing when it failed otherwise. */
export const refusalWords = (error: unknown): string | undefined => {
  const { code, message, details, hint } = (error ?? {}) as DatabaseError;
  if (typeof code !== "string" || typeof message !== "string") return undefined;
  if (code.startsWith("PT4")) return message;
  // Raised by a trigger; a constraint's own message names tables.
  if (code === "23514" && !message.includes(" violates ")) return message;
  if (code !== "42501" || !NOT_ACTING.includes(String(details))) return undefined;
  return typeof hint === "string" ? `${message} ${hint}` : message;
};

/** Whether a write was refused for want of a live membership. */
export const needsMembership = (error: unknown): boolean =>
  (error as DatabaseError | null)?.message === SUBSCRIPTION_REQUIRED;

interface Told {
  title: string;
  description: string;
}

/**
 * A refused write in words: the real reason where the server gives one, else the screen's own words.
 *
 * @param otherwise what this screen calls the act that failed, and what to say when no reason is known
 * @param membership what a membership would allow here
 */
export const whyRefused = (
  error: unknown,
  otherwise: Told,
  membership = "Activate a membership to add services and portfolio items.",
): Told => {
  if (needsMembership(error)) return { title: SUBSCRIPTION_REQUIRED, description: membership };
  const words = refusalWords(error);
  return words ? { title: otherwise.title, description: words } : otherwise;
};
