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

/** Says why an unconfirmed person may not act; raised with the code of every missing right. */
const UNCONFIRMED = "Please verify your email to continue.";

/** What the database refused in words for people (PT4xx); nothing when it failed otherwise. */
export const refusalWords = (error: unknown): string | undefined => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== "string" || typeof message !== "string") return undefined;
  return code.startsWith("PT4") || message === UNCONFIRMED ? message : undefined;
};
