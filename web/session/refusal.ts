import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import type { Db } from "./database.ts";

/** The codes of our functions' refusals. The gateway's own, whose words are for programs, have another form. */
const OUR_CODE = /^[a-z][a-z_]*$/;

/** Why a function refused (4xx), from its response; null for any other fault. */
export const refusalIn = async (response: Response): Promise<ReadableError | null> => {
  if (response.status < 400 || response.status >= 500) return null;
  const body: unknown = await response.json().catch(() => null);
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== "string" || !OUR_CODE.test(code)) return null;
  return typeof message === "string" && message ? new ReadableError(message, { code }) : null;
};

/**
 * Calls one of our functions.
 *
 * @throws an error that faultOf reads; the function's own words and code if it refused
 */
export const callFunction = async <Result>(
  db: Db,
  name: string,
  body: object = {},
): Promise<Result | null> => {
  const { data, error } = await db.functions.invoke<Result>(name, { body });
  if (!error) return data;
  const { context } = error as { context?: unknown };
  throw (context instanceof Response && (await refusalIn(context))) || error;
};

/** Whether a function refused because the person has to prove first that it is them. */
export const needsProof = (error: unknown): boolean =>
  error instanceof ReadableError && error.code === "reauthentication_needed";

/**
 * A toast that an action failed: the real reason if the server gives one, otherwise the screen's own text.
 *
 * @param membership what a membership would allow here
 */
export const failureToast = (
  error: unknown,
  title: string,
  otherwise = "Please try again.",
  membership = MEMBERSHIP_NEEDED,
) => {
  const { kind, message } = faultOf(error, otherwise);
  const variant = "destructive" as const;
  if (kind === "membership")
    return { title: SUBSCRIPTION_REQUIRED, description: membership, variant };
  const own = error instanceof ReadableError ? error.title : undefined;
  return { title: own ?? title, description: message, variant };
};
