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
