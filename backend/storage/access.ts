import type { Core } from "#backend/core/core.ts";
import { ROLLBACK, type Statement } from "#backend/core/database/batch.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { HttpError } from "#backend/core/errors.ts";
import { actAs, type Caller, identify } from "#backend/core/tokens/caller.ts";
import { refusalName, refuse } from "./errors.ts";

/** A row of text columns, from the one-round-trip batch. */
type TextRow = Record<string, string | null>;

/** Long enough for a large upload's row to wait for another's; far below a pending file's time. */
const STATEMENT_MS = "30000";
/** Milliseconds for its response. */
const RESPONSE_TIMEOUT = 32_000;

/** Storage also accepts a token without the word before it. */
const asBearer = (request: Request): Request => {
  const token = request.headers.get("authorization");
  if (!token || /\s/.test(token)) return request;
  return new Request(request.url, { headers: { authorization: `Bearer ${token}` } });
};

/** The caller; Storage's own refusals for a missing key and a token that is not ours. */
export const callerOf = async (core: Core, request: Request): Promise<Caller> => {
  try {
    return await identify(asBearer(request), { tokens: core.tokens, keys: core.keys });
  } catch (cause) {
    // The gateway of the CLI's stack passes an empty token on.
    if (cause instanceof HttpError && cause.code === "no_api_key")
      throw refuse(core.keyless ? "invalidJwt" : "noApiKey", { cause });
    if (cause instanceof HttpError && cause.status === 401)
      throw refuse("invalidJwt", { message: cause.message, cause });
    throw cause;
  }
};

/** The user id of a caller: the token's subject. */
export const ownerOf = ({ claims }: Caller): string | null => claims.sub ?? null;

/** The version whose file must still be reserved when the transaction writes its row. */
const RESERVED = "storage.reserved_version";

/** The statement that sets it, and its values. */
export const expectReserved = (version: string): [text: string, values: string[]] => [
  `select set_config('${RESERVED}', $1, true)`,
  [version],
];

/** As `actAs`, with a write's time limit, and the version that must be reserved. */
const actWithTimeoutAs = (caller: Caller, reserved = "") => {
  const { text, values = [] } = actAs(caller);
  const next = values.length + 1;
  return {
    name: "act_patiently_as",
    text: `${text}, set_config('statement_timeout', $${next}, true), set_config('${RESERVED}', $${next + 1}, true)`,
    values: [...values, STATEMENT_MS, reserved],
  };
};

/**
 * Runs `work` as the caller, so their own policies decide; committed when it resolves. PostgreSQL's
 * refusals become Storage's.
 */
export const asCaller = async <T>(
  core: Core,
  caller: Caller,
  work: (tx: Queryable) => Promise<T>,
  { reserved }: { reserved?: string } = {},
): Promise<T> => {
  const { text, values } = actWithTimeoutAs(caller, reserved);
  try {
    return await core.api.transaction(
      async (tx) => {
        await tx.query(text, values);
        return work(tx);
      },
      { within: RESPONSE_TIMEOUT },
    );
  } catch (error) {
    throw fromDatabase(error);
  }
};

/** Reads as the caller in one round trip. */
export const readAs = async (
  core: Core,
  caller: Caller,
  statement: Statement,
): Promise<TextRow[]> => {
  try {
    const [, result] = await core.api.batch([actAs(caller), statement]);
    if (!result) return [];
    return result.rows.map((row) =>
      Object.fromEntries(result.columns.map((column, index) => [column, row[index] ?? null])),
    );
  } catch (error) {
    throw fromDatabase(error);
  }
};

/**
 * Runs one statement as the caller, in one round trip, and returns the first row. A dry run rolls it back,
 * and throws what the real one would throw.
 */
export const writeAs = async (
  core: Core,
  caller: Caller,
  statement: Statement,
  { dryRun = false, reserved }: { dryRun?: boolean; reserved?: string } = {},
): Promise<(string | null)[] | undefined> => {
  const ending = dryRun ? ROLLBACK : [];
  try {
    const results = await core.api.batch(
      [actWithTimeoutAs(caller, reserved), statement, ...ending],
      {
        within: RESPONSE_TIMEOUT,
      },
    );
    return results[1]?.rows[0];
  } catch (error) {
    throw fromDatabase(error);
  }
};

/** Storage's refusal for a PostgreSQL error (by SQLSTATE); other errors unchanged. */
export const fromDatabase = (error: unknown): unknown => {
  if (refusalName(error) || typeof error !== "object" || error === null) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  switch (code) {
    case "42501":
      return refuse("accessDenied", {
        message: String(message).replace(/ for table "\w+"$/, ""),
        cause: error,
      });
    case "23505":
      return refuse("keyExists", { cause: error });
    case "23001":
      // The foreign key of storage.objects detects that a bucket is not empty.
      return refuse("bucketNotEmpty", { cause: error });
    case "23503":
      return refuse("noSuchBucket", { cause: error });
    // A project's own rules may refuse with these, as in the data API.
    case "PT413":
      return refuse("tooLarge", { message: String(message), cause: error });
    case "PT429":
      return refuse("tooMany", { message: String(message), cause: error });
    case "ST001":
      return refuse("uploadLapsed", { cause: error });
    case "22023":
      return refuse("invalidJwt", { message: "The token names no role of ours", cause: error });
    case "22P02":
    case "22021":
    case "22P05":
      return refuse("invalidRequest", { cause: error });
    default:
      return error;
  }
};
