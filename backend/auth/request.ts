import { z } from "zod";
import { HttpError, UNSTORABLE } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { parseJson } from "#backend/core/http/parse.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import { refuse } from "./errors.ts";

/** Sign-up metadata makes bodies long; it is limited to less than this. */
const BODY_LIMIT = 64 * 1024;
/** Bytes of JSON of a user's own metadata; every access token contains it. */
export const METADATA_LIMIT = 8 * 1024;
const DEEPEST = 16;

/** PostgreSQL stores neither U+0000 nor half a surrogate pair, and no honest client sends them. */
const storable = (value: unknown, depth = 0): boolean => {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (value === null || typeof value !== "object") return true;
  if (depth >= DEEPEST) return false;
  return Object.entries(value).every(
    ([key, item]) => storable(key, depth) && storable(item, depth + 1),
  );
};

/**
 * The JSON body of a request, checked against `schema`; unknown members are dropped, an empty body is
 * `{}`. Refuses with 400 `bad_json` or `validation_failed`, or 413 past 64 kB or what `parseJson` accepts.
 */
export const readJson = async <T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.output<T>> => {
  let body: unknown = {};
  try {
    const bytes = await readBody(request, BODY_LIMIT);
    // As in GoTrue: null is an empty body.
    if (bytes.byteLength > 0)
      body = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) ?? {};
  } catch (cause) {
    if (!(cause instanceof HttpError)) throw refuse("bad_json", { cause });
    if (cause.status !== 413) throw cause;
    throw refuse("request_entity_too_large", { message: `${cause.message}. ${cause.hint}`, cause });
  }
  if (!storable(body)) {
    throw refuse("validation_failed", { message: UNSTORABLE });
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join(".");
  throw refuse("validation_failed", {
    message: where ? `${where}: ${issue?.message}` : (issue?.message ?? "The body is not valid"),
  });
};

/** Text that may be omitted or null, as Go's zero value: then it is "". */
export const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform((value) => value ?? "");

/** A boolean that may be omitted. */
export const flag = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? otherwise);

/** An object of the client's own data, not longer than `METADATA_LIMIT` as JSON; null if omitted. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)
  .refine(
    (value) => value === null || Buffer.byteLength(JSON.stringify(value)) <= METADATA_LIMIT,
    `may hold at most ${METADATA_LIMIT} bytes`,
  );

/** `code_challenge` and its method: RFC 7636 section 4.3, both or neither. */
export const pkceFields = {
  code_challenge: text(1024),
  code_challenge_method: text(10),
};

/** HTML's own rule for `<input type=email>`; the column holds 255 characters. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const invalidAddress = () =>
  refuse("validation_failed", { message: "Unable to validate email address: invalid format" });

/** The address in stored form (lower case); refuses an invalid one with `validation_failed`. */
export const emailAddress = (value: string): string => {
  const email = value.trim().toLowerCase();
  if (!email) throw refuse("validation_failed", { message: "An email address is required" });
  if (email.length > 255 || !EMAIL.test(email)) {
    throw invalidAddress();
  }
  return email;
};

/**
 * Refuses an address at a domain that the project reserves for its own accounts (`[auth.email]
 * reserved_domains`), with the message for an invalid one.
 */
export const refuseReserved = (email: string, { email: { reservedDomains } }: AuthConfig): void => {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (reservedDomains.includes(domain)) throw invalidAddress();
};

/** As `emailAddress`, for a person who wants their own account with it. */
export const newEmailAddress = (value: string, config: AuthConfig): string => {
  const email = emailAddress(value);
  refuseReserved(email, config);
  return email;
};

/** The number in stored form: E.164 (ITU-T) without its plus; refuses an invalid one. */
export const phoneNumber = (value: string): string => {
  const phone = value.replace(/^\+/, "").replaceAll(" ", "");
  if (!/^[1-9]\d{1,14}$/.test(phone)) {
    throw refuse("validation_failed", {
      message: "Invalid phone number format (E.164 required)",
    });
  }
  return phone;
};
