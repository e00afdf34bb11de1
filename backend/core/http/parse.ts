import { HttpError } from "../errors.ts";
import type { Caller } from "../tokens/caller.ts";

/** Levels of lists and objects. Programs send fewer than ten; 500,000 take 0.3 s to parse. */
const DEEPEST = 100;

/** How much one request may send. */
export interface BodyLimits {
  bytes: number;
  /** Values in JSON, cells in CSV, fields in a form. */
  values: number;
}

/** Of a visitor: more than any form of a site sends. */
export const VISITOR: BodyLimits = { bytes: 65_536, values: 2_000 };

/** Values of a person or of the service: an object with as many different names takes 25 ms to parse. */
const MOST_VALUES = 25_000;

/** A visitor may send less than a caller who is known; `bytes` is the service's own limit. */
export const bodyLimitsOf = ({ role, claims }: Caller, bytes: number): BodyLimits =>
  claims.sub === undefined && role !== "service_role"
    ? { ...VISITOR, bytes: Math.min(bytes, VISITOR.bytes) }
    : { bytes, values: MOST_VALUES };

const beyond = (message: string, hint: string) =>
  new HttpError({ status: 413, code: "request_too_large", message, hint });

export const tooManyValues = (most: number): HttpError =>
  beyond(`The request has more than ${most} values`, "Send less in one request.");

/** Parses a form that a stranger wrote. Throws a 413 HttpError for one with too many fields. */
export const parseForm = (form: string, most = VISITOR.values): URLSearchParams => {
  if (form.split("&", most + 1).length > most) throw tooManyValues(most);
  return new URLSearchParams(form);
};

const tooDeep = (): HttpError =>
  beyond(
    `The JSON is nested more than ${DEEPEST} levels deep`,
    "Send fewer lists and objects within each other.",
  );

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** The position of the quote that ends the text beginning at `start`; the end if none does. */
const endOfText = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
};

/**
 * Parses JSON that a stranger wrote. Its depth and its values are counted first, in one pass: the time that parsing
 * takes, in which nobody else is served, grows with these and not with the length. Throws a 413 HttpError, or as
 * `JSON.parse`.
 */
export const parseJson = (json: string, most = VISITOR.values): unknown => {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA) values += 1;
    // `[` and `{`, `]` and `}`: each differs from the other in one bit.
    else if ((sign | 0x20) === 0x7b) {
      depth += 1;
      values += 1;
    } else if ((sign | 0x20) === 0x7d) depth -= 1;
    else continue;
    if (values > most) throw tooManyValues(most);
    if (depth > DEEPEST) throw tooDeep();
  }
  return JSON.parse(json);
};
