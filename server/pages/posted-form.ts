import { HttpError, parseForm, readBody } from "supabase-compatible-backend/core";
import { hasNul } from "./address-limits.ts";

/** Bytes and fields of a posted form: the longest of ours has a few short fields. */
const LARGEST_FORM = 100_000;
const MOST_FIELDS = 200;

/**
 * The encoding of our forms. A route would report any other encoding, or a truncated form, as its own
 * error.
 */
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** What the router reads of a posted form. */
export type PostedForm = Pick<RequestInit, "method" | "headers" | "body">;

/** A posted form, read whole; 400, 413 or 415 if it is none of ours. */
export const readForm = async (request: Request): Promise<PostedForm> => {
  const { method, headers } = request;
  const body = await readBody(request, LARGEST_FORM);
  if (body.length > 0 && !FORM_TYPE.test(headers.get("content-type") ?? ""))
    throw new HttpError({ status: 415, code: "unsupported_media_type", message: "Not a form" });
  const encoded = Buffer.from(body).toString("latin1");
  if (hasNul(encoded))
    throw new HttpError({ status: 400, code: "bad_form", message: "A text has a NUL" });
  parseForm(encoded, MOST_FIELDS);
  return { method, headers, body: body.length > 0 ? body : null };
};
