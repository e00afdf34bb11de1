import { createHash } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { networkOf } from "#backend/core/http/network.ts";
import { type Auth, timestamp } from "../context.ts";
import { type AuthCode, refuse } from "../errors.ts";

/** At most `cap` uses of `key` in each window of `seconds`. */
export interface Limit {
  key: string;
  cap: number;
  seconds: number;
}

const FIVE_MINUTES = 300;
export const HOUR = 3600;

/** Personal data is never used as a key in plain text. */
export const keyOf = (value: string): string =>
  createHash("sha256").update(value).digest("base64url").slice(0, 24);

/** Loopback is a machine (its tests, or a proxy that does not name its callers), not one person. */
const MACHINE = 20;
const isLoopback = (ip: string) => ip === "::1" || /^(::ffff:)?127\./i.test(ip);

/** The limit of an address, when one person's is `cap`. */
export const capFor = (ip: string, cap: number): number => (isLoopback(ip) ? cap * MACHINE : cap);

/** At most `cap` uses in five minutes from the caller's address. */
const fromNetwork = (name: string, ip: string, cap: number): Limit => ({
  key: `${name}:${networkOf(ip)}`,
  cap: capFor(ip, cap),
  seconds: FIVE_MINUTES,
});

/**
 * Counts one use of each limit in one statement. Returns the first limit that is now exceeded, with the
 * seconds until its window ends. A window ends no later than one that began now, whatever the clock said
 * before.
 */
export const take = async (
  auth: Auth,
  limits: Limit[],
  db: Queryable = auth.core.db,
): Promise<{ limit: Limit; seconds: number } | null> => {
  const real = limits.filter((limit) => limit.seconds > 0);
  if (real.length === 0) return null;
  const rows = await db.query<{ key: string; used: number; resets_at: Date }>(
    `insert into _backend.auth_counters as c (key, used, resets_at)
     select k, 1, r::timestamptz from unnest($1::text[], $2::text[]) as given (k, r) order by k
     on conflict (key) do update set
       used = case when c.resets_at <= $3 then 1 else least(c.used + 1, 1000000) end,
       resets_at = case when c.resets_at <= $3 then excluded.resets_at
         else least(c.resets_at, excluded.resets_at) end
     returning key, used, resets_at`,
    [
      real.map(({ key }) => key),
      real.map(({ seconds }) => timestamp(auth, seconds)),
      timestamp(auth),
    ],
  );
  for (const limit of real) {
    const row = rows.find(({ key }) => key === limit.key);
    if (row && row.used > limit.cap) {
      const left = Math.ceil((row.resets_at.getTime() - auth.core.clock.now()) / 1000);
      return { limit, seconds: Math.max(1, left) };
    }
  }
  return null;
};

/** Resets the counts of the keys. */
export const release = async (
  auth: Auth,
  keys: string[],
  db: Queryable = auth.core.db,
): Promise<void> => {
  await db.query("delete from _backend.auth_counters where key = any($1)", [keys]);
};

/** The time to wait, as text and for the header. */
export const waitFor = (seconds: number): { message: string; retryAfter: number } => {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 60 ? `${seconds} second` : `${minutes} minute`;
  const many = (seconds < 60 ? seconds : minutes) === 1 ? "" : "s";
  return {
    message: `Too many attempts. Please wait ${time}${many} before trying again.`,
    retryAfter: seconds,
  };
};

const requests = async (
  auth: Auth,
  limits: Limit[],
  code: AuthCode = "over_request_rate_limit",
  db: Queryable = auth.core.db,
) => {
  const passed = await take(auth, limits, db);
  if (passed) throw refuse(code, waitFor(passed.seconds));
};

/** Sign-ups and requests for mail: `[auth.rate_limit] sign_in_sign_ups` per address and five minutes. */
export const limitRequests = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [fromNetwork("ask", ip, auth.config.rateLimit.signInSignUps)]);

/** Accounts without an address: `anonymous_users` per address of the network and hour. */
export const limitAnonymous = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [
    { ...fromNetwork("anonymous", ip, auth.config.rateLimit.anonymousUsers), seconds: HOUR },
  ]);

/**
 * Sign-ups with one address or number from one network: learning that it is taken has a price. A stranger
 * on another network uses up none of its owner's.
 */
export const limitSignups = (auth: Auth, ip: string, identifier: string): Promise<void> =>
  requests(auth, [
    {
      key: `signup:${keyOf(identifier)}:${networkOf(ip)}`,
      cap: auth.config.rateLimit.signInSignUps,
      seconds: FIVE_MINUTES,
    },
  ]);

/** Every use of /token: `token_refresh` per address and five minutes. */
export const limitTokens = (auth: Auth, ip: string, db?: Queryable): Promise<void> =>
  requests(auth, [fromNetwork("token", ip, auth.config.rateLimit.tokenRefresh)], undefined, db);

/** Every use of /verify: `token_verifications` per address and five minutes. */
export const limitVerifying = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [fromNetwork("verify", ip, auth.config.rateLimit.tokenVerifications)]);

/** Leaving for a provider and returning: as often as tokens may be refreshed. */
export const limitFlows = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [fromNetwork("flow", ip, auth.config.rateLimit.tokenRefresh)]);

/** Captcha tokens, each of which needs a call to the provider: as often as tokens may be refreshed. */
export const limitCaptchas = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [fromNetwork("captcha", ip, auth.config.rateLimit.tokenRefresh)]);

/**
 * Steps with second factors: twice `token_verifications`, since a code takes a challenge and a response.
 */
export const limitFactors = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [fromNetwork("factor", ip, 2 * auth.config.rateLimit.tokenVerifications)]);

/** Steps with passkeys: twice `sign_in_sign_ups`, since each takes a challenge and a response. */
export const limitPasskeys = (auth: Auth, ip: string): Promise<void> =>
  requests(auth, [fromNetwork("passkey", ip, 2 * auth.config.rateLimit.signInSignUps)]);

/** The key of the pause between two texts of one kind to one number. */
export const textKey = (kind: string, phone: string): string => `sms:${kind}:${keyOf(phone)}`;

/** Texts of all kinds to one number in an hour: they cost money, and can annoy a stranger. */
const TEXTS_AN_HOUR = 10;

/**
 * Texts: one of a kind for each number in `seconds`, `TEXTS_AN_HOUR`, and `sms_sent` an hour for the whole
 * project. Numbers without an account count in the same way.
 */
export const limitTexts = async (
  auth: Auth,
  kind: string,
  phone: string,
  seconds = auth.config.sms.maxFrequency,
): Promise<void> => {
  const pause = { key: textKey(kind, phone), cap: 1, seconds };
  const early = await take(auth, [pause]);
  if (early) {
    throw refuse("over_sms_send_rate_limit", {
      message: `For security purposes, you can only request this after ${early.seconds} seconds.`,
      retryAfter: early.seconds,
    });
  }
  const passed = await take(auth, [
    { key: `hour:${textKey("any", phone)}`, cap: TEXTS_AN_HOUR, seconds: HOUR },
    { key: "texts", cap: auth.config.rateLimit.smsSent, seconds: HOUR },
  ]);
  if (passed) {
    await release(auth, [pause.key]);
    throw refuse("over_sms_send_rate_limit", { retryAfter: passed.seconds });
  }
};
