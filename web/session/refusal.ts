import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { faultOf, ReadableError, refusalWords } from "#domain/site/faults.ts";

export { refusalWords };

/** The response of one of our functions when it refused. */
interface Refusal {
  code: string;
  message: string;
}

/** The codes of our functions' refusals. The gateway's own, whose words are for programs, have another form. */
const OUR_CODE = /^[a-z][a-z_]*$/;

/** Why a function refused (4xx), from the error of `functions.invoke`; null for any other fault. */
export const refusalOf = async (error: unknown): Promise<Refusal | null> => {
  const { context } = (error ?? {}) as { context?: unknown };
  return context instanceof Response ? refusalIn(context) : null;
};

/** The same for a response that was fetched without the client. */
export const refusalIn = async (response: Response): Promise<Refusal | null> => {
  if (response.status < 400 || response.status >= 500) return null;
  const body: unknown = await response.json().catch(() => null);
  const { code, message } = (body ?? {}) as Partial<Refusal>;
  if (typeof code !== "string" || !OUR_CODE.test(code)) return null;
  return typeof message === "string" && message ? { code, message } : null;
};

/**
 * The error of `functions.invoke` in the form that `faultOf` reads: with the function's message if it
 * refused.
 */
export const readableRefusal = async (error: unknown): Promise<unknown> => {
  const refusal = await refusalOf(error);
  return refusal ? new ReadableError(refusal.message) : error;
};

/** Whether a write was refused because it needs a live membership. */
const needsMembership = (error: unknown): boolean =>
  (error as { message?: unknown } | null)?.message === SUBSCRIPTION_REQUIRED;

interface Refused {
  title: string;
  description: string;
}

/** As `whyRefused`, for a form or dialog that needs no title. */
export const whyFailed = (error: unknown, otherwise: string): string =>
  whyRefused(error, { title: "", description: otherwise }).description;

/** A toast that an action failed, with the reason. */
export const failureToast = (error: unknown, title: string, otherwise = "Please try again.") => ({
  title,
  description: whyFailed(error, otherwise),
  variant: "destructive" as const,
});

/**
 * The sentence for a refused write: the real reason if the server gives one, otherwise the screen's own
 * text.
 *
 * @param otherwise the screen's name of the failed action, and its text when no reason is known
 * @param membership what a membership would allow here
 */
export const whyRefused = (
  error: unknown,
  otherwise: Refused,
  membership = MEMBERSHIP_NEEDED,
): Refused => {
  if (needsMembership(error)) return { title: SUBSCRIPTION_REQUIRED, description: membership };
  return { title: otherwise.title, description: faultOf(error, otherwise.description).message };
};
