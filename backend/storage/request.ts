import type { z } from "zod";
import { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { refuse } from "./errors.ts";

/** Bytes of a JSON request: enough for two thousand names of the longest kind. */
const LONGEST_JSON = 2_097_152;

/** Files that one request may name; Supabase has no limit of its own, and its tests name 10,001. */
export const MOST_NAMES = 20_000;

/** The request's JSON body in the given form; throws `invalidRequest` naming the first error. */
export const jsonBody = async <T>(request: Request, schema: z.ZodType<T>): Promise<T> => {
  let value: unknown;
  try {
    const text = Buffer.from(await readBody(request, LONGEST_JSON)).toString("utf8");
    value = text === "" ? {} : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof HttpError) throw refuse("bodyTooLarge", { cause });
    throw refuse("invalidRequest", { message: "The body is not valid JSON", cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join("/") ?? "";
  throw refuse("invalidRequest", { message: `body/${where} ${issue?.message ?? ""}` });
};
