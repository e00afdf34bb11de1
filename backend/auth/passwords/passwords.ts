import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { createConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { networkOf } from "#backend/core/http/network.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import type { RequestRate } from "#backend/core/request-rate.ts";
import { refuse } from "../errors.ts";
import { derive } from "./hashing.ts";

/** The cost of an argon2id hash. */
export interface PasswordCost {
  /** KiB. */
  memory: number;
  passes: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 35 ms of one core. */
const COST: PasswordCost = { memory: 19_456, passes: 2 };
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Cores that hashes may fill: each hash fills one. */
const CORES = Math.min(4, availableParallelism());
/**
 * At this rate of requests for other services, one core is left free for them. An unvisited site has fewer,
 * all from its own scheduler.
 */
const OTHERS = 8;
/** Hashes at once: those of all cores while hardly anybody asks for anything else. */
export const inFlightBeside = (others: RequestRate) => () =>
  others.perSecond() < OTHERS ? CORES : Math.max(1, CORES - 1);
/**
 * Hashes that may wait (some seconds); further ones are refused at once rather than served too late. One network's
 * take half of the places at most, and the turns go round by network.
 */
const WAITING = 200;

const LONGEST = 256;

export interface Passwords {
  /**
   * A PHC string (github.com/P-H-C/phc-string-format) for `auth.users.encrypted_password`. `ip` is the caller's
   * address, left out for the operator.
   */
  hash(password: string, ip?: string): Promise<string>;
  /**
   * Whether the password is the stored one. `outdated` tells the caller to store a new hash. A null or
   * empty hash never matches, and takes as long as any other.
   */
  verify(
    password: string,
    stored: string | null,
    ip?: string,
  ): Promise<{ matches: boolean; outdated: boolean }>;
}

/** Base64 without padding, as PHC strings have it. */
const bare = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{16,88})$/;
const BCRYPT = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** `db` verifies bcrypt hashes (from seeds or an earlier GoTrue) with pgcrypto. */
export const createPasswords = (
  db: Queryable,
  {
    inFlight,
    longestQueue = WAITING,
    cost = COST,
  }: {
    /** Hashes at once. */
    inFlight: number | (() => number);
    longestQueue?: number;
    cost?: PasswordCost;
  },
): Passwords => {
  const limit = createConcurrencyLimit({
    running: inFlight,
    waiting: longestQueue,
    waitingPerCaller: Math.ceil(longestQueue / 2),
    full: () => refuse("over_request_rate_limit", { retryAfter: 5 }),
  });

  const inTurn = <T>(ip: string | undefined, work: () => Promise<T>): Promise<T> =>
    limit(work, { caller: ip && networkOf(ip) });

  const hash = async (password: string, ip?: string): Promise<string> => {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await inTurn(ip, () =>
      derive({
        message: password,
        nonce,
        memory: cost.memory,
        passes: cost.passes,
        parallelism: PARALLELISM,
        tagLength: TAG_BYTES,
      }),
    );
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${PARALLELISM}$${bare(nonce)}$${bare(tag)}`;
  };

  const matchesArgon = async (password: string, parts: RegExpExecArray, ip?: string) => {
    const [, memory, passes, parallelism, salt = "", expected = ""] = parts;
    const tag = Buffer.from(expected, "base64");
    const made = await inTurn(ip, () =>
      derive({
        message: password,
        nonce: Buffer.from(salt, "base64"),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: tag.length,
      }),
    );
    return timingSafeEqual(made, tag);
  };

  let cryptSchema: Promise<string> | undefined;
  const findCrypt = async () => {
    const [row] = await db.query<{ schema: string }>(
      `select quote_ident(n.nspname) as schema
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.proname = 'crypt' and p.pronargs = 2 limit 1`,
    );
    if (!row) throw new Error("A bcrypt hash cannot be verified: pgcrypto is not installed");
    return row.schema;
  };
  const matchesBcrypt = async (password: string, stored: string, ip?: string) => {
    cryptSchema ??= findCrypt();
    const schema = await cryptSchema.catch((error: unknown) => {
      cryptSchema = undefined;
      throw error;
    });
    // pgcrypto knows only the form `$2a$`; the newer ones name the same algorithm.
    const [row] = await inTurn(ip, () =>
      db.query<{ matches: boolean }>(`select ${schema}.crypt($1, $2) = $2 as matches`, [
        password,
        stored.replace(/^\$2[by]\$/, "$2a$"),
      ]),
    );
    return row?.matches === true;
  };

  let decoy: Promise<string> | undefined;

  return {
    hash,
    async verify(password, stored, ip) {
      const known = stored || null;
      decoy ??= hash(randomBytes(16).toString("hex"));
      const subject = known ?? (await decoy);
      // Sign-up refuses longer ones, so they match nothing; a short substitute costs the same.
      const attempt = password.length > LONGEST ? "" : password;
      const argon = PHC.exec(subject);
      if (argon) {
        const matches = (await matchesArgon(attempt, argon, ip)) && known !== null;
        const current = argon[1] === String(cost.memory) && argon[2] === String(cost.passes);
        return { matches: matches && attempt === password, outdated: !current };
      }
      if (BCRYPT.test(subject)) {
        const matches = await matchesBcrypt(attempt, subject, ip);
        return { matches: matches && attempt === password, outdated: true };
      }
      await matchesArgon(attempt, PHC.exec(await decoy) as RegExpExecArray, ip);
      return { matches: false, outdated: false };
    },
  };
};

const SYMBOLS = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

const KINDS: Record<string, (character: string) => boolean> = {
  letters: (c) => /[a-z]/i.test(c),
  lower: (c) => /[a-z]/.test(c),
  upper: (c) => /[A-Z]/.test(c),
  digits: (c) => /[0-9]/.test(c),
  symbols: (c) => SYMBOLS.includes(c),
};

/** The kinds of characters that `[auth] password_requirements` names; all of them must occur. */
const REQUIRED: Record<string, string[]> = {
  letters_digits: ["letters", "digits"],
  lower_upper_letters_digits: ["lower", "upper", "digits"],
  lower_upper_letters_digits_symbols: ["lower", "upper", "digits", "symbols"],
};

/** What a password lacks by the project's rules; null if it is allowed. */
export const weaknessOf = (
  password: string,
  config: AuthConfig,
  minimum = config.minimumPasswordLength,
): { message: string; reasons: string[] } | null => {
  const reasons: string[] = [];
  const messages: string[] = [];
  if ([...password].length < minimum) {
    reasons.push("length");
    messages.push(`Password should be at least ${minimum} characters.`);
  }
  const required = REQUIRED[config.passwordRequirements] ?? [];
  const missing = required.filter((kind) => ![...password].some((c) => KINDS[kind]?.(c)));
  if (missing.length > 0) {
    reasons.push("characters");
    messages.push(`Password should contain at least one character of each: ${missing.join(", ")}.`);
  }
  return reasons.length > 0 ? { message: messages.join(" "), reasons } : null;
};

/** Refuses a password that is longer than it may be. */
export const checkLength = (password: string): void => {
  if (password.length > LONGEST) {
    throw refuse("validation_failed", {
      message: `Password cannot be longer than ${LONGEST} characters`,
    });
  }
};

/** Refuses with `weak_password` (and its reasons) a password that breaks the project's rules. */
export const checkStrength = (
  password: string,
  config: AuthConfig,
  minimum = config.minimumPasswordLength,
): void => {
  checkLength(password);
  const weak = weaknessOf(password, config, minimum);
  if (weak) throw refuse("weak_password", weak);
};
