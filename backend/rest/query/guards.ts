import { randomBytes } from "node:crypto";

/**
 * Some refusals are known only after a statement has changed rows, and must undo the change within the same
 * round trip. The statement then casts a text that is not a number. PostgreSQL refuses (22P02), the
 * transaction is rolled back, and the error contains the text. The prefix is random in each process, so no
 * caller's value can imitate it.
 */
const PREFIX = `pgrst-${randomBytes(9).toString("base64url")}`;

export type Guard = "single" | "max-affected" | "put";

const FAILS: Record<Guard, (limit: string) => string> = {
  single: () => "<> 1",
  put: () => "<> 1",
  "max-affected": (limit) => `> ${limit}`,
};

/** A column that fails the statement unless the number of its rows satisfies the guard. */
export const guardSql = (guard: Guard, limit = "1"): string =>
  `case when count(*) ${FAILS[guard](limit)} then ('${PREFIX}:${guard}:' || count(*))::int end`;

const TRIPPED = new RegExp(`"${PREFIX}:(single|max-affected|put):(\\d+)"`);

/** The guard that an error message names, with the number of rows. */
export const trippedGuard = (message: string): { guard: Guard; rows: number } | null => {
  const match = TRIPPED.exec(message);
  return match?.[1] ? { guard: match[1] as Guard, rows: Number(match[2]) } : null;
};
