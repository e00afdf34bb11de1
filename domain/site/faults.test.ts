import { expect, it } from "vitest";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { faultOf, LINK_IS_USED, NETWORK_ISSUE } from "./faults.ts";
import { OUR_FAULT } from "./messages.ts";

const OTHERWISE = "Failed to save. Please try again.";

const auth = (message: string, status: number, code?: string, name = "AuthApiError") => ({
  ...{ name, message, status, code },
});
const data = (message: string, code = "") => ({ message, code, details: null, hint: null });
const RETRYABLE = "AuthRetryableFetchError";
const PARSED = "Unexpected token '<', \"<html>\" is not valid JSON";
const TOO_BIG = "Too big: expected string to have <=200 characters";

/** Errors as the clients of auth, data, storage and functions raise them, by kind and words. */
const ERRORS: [kind: string, message: string, errors: Record<string, unknown>][] = [
  [
    "network",
    NETWORK_ISSUE,
    {
      "a cut network in Chromium": new TypeError("Failed to fetch"),
      "a cut network in Firefox": new TypeError("NetworkError when attempting to fetch resource."),
      "a cut network in Safari": new TypeError("Load failed"),
      "auth without an answer": auth("Failed to fetch", 0, undefined, RETRYABLE),
      "data without an answer": data("TypeError: Failed to fetch"),
      "a function without an answer": {
        name: "FunctionsFetchError",
        message: "Failed to send a request to the Edge Function",
      },
      "an answer that took too long": new DOMException("signal timed out", "TimeoutError"),
      "data that took too long": data("AbortError: signal is aborted without reason"),
    },
  ],
  [
    "rate-limit",
    "Too many attempts.",
    { "too many requests": auth("Request rate limit reached", 429, "over_request_rate_limit") },
  ],
  [
    "server",
    OUR_FAULT,
    {
      "a statement that was cancelled": data(
        "canceling statement due to statement timeout",
        "57014",
      ),
      "a lock that another holds": data("canceling statement due to lock timeout", "55P03"),
      "an empty answer of a proxy": auth("{}", 502, undefined, RETRYABLE),
      "Bad Gateway": auth("Bad Gateway", 502, undefined, RETRYABLE),
      "a page instead of an answer": {
        message: "<html><h1>502</h1></html>",
        code: "",
        status: 502,
      },
      "an answer that is not JSON": { name: "AuthUnknownError", message: PARSED },
      "a database that stops": data("terminating connection", "57P01"),
      "no connection in time": data(
        "Timed out acquiring connection from connection pool.",
        "PGRST003",
      ),
      "a broken query": data("Internal Server Error", "XX000"),
      "a deadlock": data("deadlock detected", "40P01"),
      "a proxy that waited too long": auth("Request Timeout", 408, "request_timeout"),
      "a proxy's words": { message: "upstream connect error or disconnect/reset before headers" },
      "an empty answer to the data client": { message: "" },
      "a proxy's page": { message: "<html><h1>503</h1></html>" },
      "a mistake in a script": new TypeError("x is not a function"),
    },
  ],
  [
    "spent-link",
    LINK_IS_USED,
    { "a used link": auth("Email link is invalid or has expired", 403, "otp_expired") },
  ],
  [
    "session-ended",
    SESSION_ENDED.message,
    {
      "no session": auth("Auth session missing!", 400, undefined, "AuthSessionMissingError"),
      "an expired token": data("JWT expired", "PGRST303"),
    },
  ],
  [
    "other",
    OTHERWISE,
    {
      "a library's words": { message: TOO_BIG, status: 400, code: "validation_failed" },
      "a library's words with our code": data(TOO_BIG, "PT400"),
      "a policy": data('new row violates row-level security policy for table "jobs"', "42501"),
      nothing: undefined,
      "an empty object": {},
    },
  ],
  [
    "refused",
    "You have written to ten people today.",
    {
      "our own refusal": {
        message: "You have written to ten people today.",
        code: "PT429",
        status: 429,
      },
    },
  ],
  [
    "refused",
    "Invalid login credentials",
    { "a wrong password": auth("Invalid login credentials", 400, "invalid_credentials") },
  ],
];
const RAW = ERRORS.flatMap(([kind, message, errors]) =>
  Object.entries(errors).map(([what, error]) => [what, error, kind, message] as const),
);

it.each(RAW)("has a sentence for %s", (_what, error, kind, message) => {
  expect(faultOf(error, OTHERWISE)).toEqual({ kind, message });
});

it.each(RAW.filter(([, , kind]) => kind === "server"))(
  "says nothing about what was typed for %s, also where refusals are quoted",
  (_what, error, kind, message) => {
    expect(faultOf(error, "Please check your credentials.", true)).toEqual({ kind, message });
  },
);

it("quotes the server where that is requested, and never a machine", () => {
  const refusal = { message: "Signups are closed", status: 422, code: "x" };
  expect(faultOf(refusal, OTHERWISE).message).toBe(OTHERWISE);
  expect(faultOf(refusal, OTHERWISE, true).message).toBe("Signups are closed");
  expect(faultOf({ message: "{}", status: 400 }, OTHERWISE, true).message).toBe(OTHERWISE);
});

it.each([
  ["42501", "permission denied for table jobs"],
  ["42501", 'new row violates row-level security policy for table "jobs"'],
  ["23505", 'duplicate key value violates unique constraint "jobs_pkey"'],
  ["23514", 'new row for relation "jobs" violates check constraint "jobs_title_check"'],
  ["22P02", 'invalid input syntax for type uuid: "x"'],
  ["22023", "cannot extract elements from an object"],
  ["PGRST116", "Cannot coerce the result to a single JSON object"],
  ["PGRST202", "Could not find the function public.x in the schema cache"],
])("never quotes the database's own words (%s %s)", (code, message) => {
  for (const quote of [false, true]) {
    expect(faultOf({ code, message, hint: "Check the schema." }, OTHERWISE, quote)).toEqual({
      kind: "other",
      message: OTHERWISE,
    });
  }
});

it("quotes the message of a database rule", () => {
  const error = { code: "P0001", message: "Not today" };
  expect(faultOf(error, OTHERWISE, true).message).toBe("Not today");
});

it("adds the hint, which is the next step where the specification fixes the message", () => {
  const error = { code: "PT400", message: "Title is required", hint: "Please enter a title." };
  expect(faultOf(error, OTHERWISE).message).toBe("Title is required. Please enter a title.");
});

it("requests a new login where the functions' gateway refuses the token", () => {
  const error = { name: "FunctionsHttpError", message: "x", context: { status: 401 } };
  expect(faultOf(error, OTHERWISE).message).toBe(SESSION_ENDED.message);
});

it("repeats how long to wait where our service states it", () => {
  const message = "For security purposes, you can only request this after 42 seconds.";
  const error = { message, status: 429, code: "over_email_send_rate_limit" };
  expect(faultOf(error, OTHERWISE)).toEqual({
    kind: "rate-limit",
    message: "Too many attempts.",
  });
  const wait = "Too many attempts. Please wait 2 minutes before trying again.";
  expect(faultOf({ message: wait, status: 429 }, OTHERWISE)).toEqual({
    kind: "rate-limit",
    message: wait,
  });
});
