import type { Db } from "./database.ts";
import { Refusal } from "./errors.ts";

/** Who makes the attempt: an account, or a caller's address. */
type Who = { account: string } | { request: Request };

/**
 * The caller's address. The runtime writes it last into this header; the caller may have invented earlier
 * entries.
 */
const addressOf = (request: Request): string =>
  request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";

/**
 * Counts one attempt at something that could be guessed, by account or by network. After `most` in
 * `seconds`, refuses with too_many_tries and the time to wait.
 */
export const limitAttempts = async (
  db: Db,
  what: string,
  who: Who,
  { most, seconds }: { most: number; seconds: number },
): Promise<void> => {
  const { data } = await db
    .rpc("count_attempt", {
      p_what: what,
      p_most: most,
      p_seconds: seconds,
      ...("account" in who ? { p_account: who.account } : { p_address: addressOf(who.request) }),
    })
    .throwOnError();
  if (data > 0) throw new Refusal("too_many_tries", { retryAfter: data });
};
