import type { Queryable } from "#backend/core/database/database.ts";
import { subnetOf } from "#backend/core/http/network.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import { type Auth, timestamp } from "../context.ts";
import { type AuthCode, refuse } from "../errors.ts";
import { NETWORK_LIFETIME, networkHash } from "./known-networks.ts";
import { keyOf, release, waitFor } from "./limits.ts";

/** `burst` guesses at once, then one every `every` seconds. */
interface Pace {
  burst: number;
  every: number;
}

/** What is guessed: a password, a code of six digits, a recovery code. */
type Kind = "password" | "code" | "recovery-code";

interface Paces {
  /** One network that the account has never signed in from. */
  network: Pace;
  /** All such networks together, so that guesses from many of them are limited too. */
  strangers: Pace;
  /** One network that it has signed in from; guesses made elsewhere do not slow it. */
  known: Pace;
}

/**
 * Fifty codes a day from all unknown networks together: three of a million codes are right at any moment,
 * so a year of guessing finds one in twenty.
 */
const CODES: Paces = {
  network: { burst: 5, every: 300 },
  strangers: { burst: 10, every: 1800 },
  known: { burst: 5, every: 300 },
};

/** Passwords follow `[auth.rate_limit] sign_in_sign_ups`, which is meant for five minutes. */
const pacesOf = (kind: Kind, { rateLimit: { signInSignUps: cap } }: AuthConfig): Paces =>
  kind === "password"
    ? {
        network: { burst: Math.max(1, Math.floor(cap / 3)), every: 60 },
        strangers: { burst: cap, every: 20 },
        known: { burst: cap, every: Math.max(1, Math.ceil(300 / cap)) },
      }
    : CODES;

const inSql = ({ burst, every }: Pace) => [burst, every];

const refund = (db: Queryable, key: string, { every }: Pace) =>
  db.query(
    `update _backend.auth_counters set resets_at = resets_at - make_interval(secs => $2)
      where key = $1`,
    [key, every],
  );

/** Whose secret is guessed, and from where. */
interface Guess {
  kind: Kind;
  /** Null if no account has the name; that is counted in the same way. */
  userId: string | null;
  /** What was typed to name the account; its id by default. */
  name?: string;
  ip: string;
}

const keysOf = ({ kind, userId, name, ip }: Guess) => {
  const account = `guess:${kind}:${keyOf(userId ?? name ?? "")}`;
  return { account, here: `${account}:${keyOf(subnetOf(ip))}` };
};

/**
 * Counts one guess before it is checked, by account and network, so that nobody can lock an account for its
 * owner. Guesses from unknown networks are also counted together, which never slows a network that the
 * account has signed in from. Refuses with the time to wait.
 *
 * @returns a function that clears the network's count once the guess proves right
 */
export const countGuess = async (
  auth: Auth,
  guess: Guess,
  code: AuthCode = "over_request_rate_limit",
): Promise<(tx: Queryable) => Promise<void>> => {
  const { userId, ip } = guess;
  const { account, here } = keysOf(guess);
  const { known, network, strangers } = pacesOf(guess.kind, auth.config);
  const [counted] = await auth.core.db.query<{ known: boolean; seconds: number }>(
    "select known, seconds from _backend.count_guess($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    [
      userId,
      userId && networkHash(auth, userId, ip),
      timestamp(auth, -NETWORK_LIFETIME),
      timestamp(auth),
      here,
      account,
      inSql(known),
      inSql(network),
      inSql(strangers),
    ],
  );
  if (!counted || counted.seconds > 0) throw refuse(code, waitFor(counted?.seconds ?? 1));
  return async (tx) => {
    await Promise.all([release(auth, [here], tx), counted.known || refund(tx, account, strangers)]);
  };
};
