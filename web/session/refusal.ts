import {
  faultOf,
  ReadableError,
  refusalWords,
  SUBSCRIPTION_REQUIRED,
} from "#domain/site-faults.ts";

export { refusalWords };

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

/** The error of `functions.invoke` as `faultOf` reads it: with the function's words where it refused. */
export const readableRefusal = async (error: unknown): Promise<unknown> => {
  const refusal = await refusalOf(error);
  return refusal ? new ReadableError(refusal.message) : error;
};

/** Whether a write was refused for want of a live membership. */
export const needsMembership = (error: unknown): boolean =>
  (error as { message?: unknown } | null)?.message === SUBSCRIPTION_REQUIRED;

interface Refused {
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
  otherwise: Refused,
  membership = "Activate a membership to add services and portfolio items.",
): Refused => {
  if (needsMembership(error)) return { title: SUBSCRIPTION_REQUIRED, description: membership };
  const { kind, message } = faultOf(error, otherwise.description);
  // Here the specification's own words stand for every fault of the server.
  return kind === "server" ? otherwise : { title: otherwise.title, description: message };
};
