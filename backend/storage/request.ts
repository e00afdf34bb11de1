import type { z } from "zod";
import { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { withLargeBody } from "#backend/core/http/large-bodies.ts";
import { bodyLimitsOf, parseJson } from "#backend/core/http/parse.ts";
import type { Caller } from "#backend/core/tokens/caller.ts";
import { refuse } from "./errors.ts";

/** Bytes of a JSON request: enough for two thousand names of the longest kind. */
const LONGEST_JSON = 2_097_152;

/** Files that one request may name; Supabase has no limit of its own, and its tests name 10,001. */
export const MOST_NAMES = 20_000;

const read = async (request: Request, caller: Caller): Promise<unknown> => {
  const { bytes, values } = bodyLimitsOf(caller, LONGEST_JSON);
  const text = Buffer.from(await readBody(request, bytes)).toString("utf8");
  return text === "" ? {} : parseJson(text, values);
};

/** The refusal of a body that cannot be read. */
const unreadable = (cause: unknown): HttpError => {
  if (!(cause instanceof HttpError))
    return refuse("invalidRequest", { message: "The body is not valid JSON", cause });
  const message = [cause.message, cause.hint].filter(Boolean).join(". ");
  if (cause.status === 413) return refuse("bodyTooLarge", { message, cause });
  return cause.status === 429
    ? refuse("tooMany", { message, headers: cause.headers, cause })
    : cause;
};

/**
 * The request's JSON body in the given form; throws `invalidRequest` naming the first error. Keys have no share of
 * large bodies: they are few, and the service's own.
 */
export const jsonBody = async <T>(
  request: Request,
  caller: Caller,
  schema: z.ZodType<T>,
): Promise<T> => {
  const value = await withLargeBody(request, caller.claims.sub, () => read(request, caller)).catch(
    (cause: unknown) => {
      throw unreadable(cause);
    },
  );
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join("/") ?? "";
  throw refuse("invalidRequest", { message: `body/${where} ${issue?.message ?? ""}` });
};
