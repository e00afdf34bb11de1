import { describe, expect, it } from "vitest";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { faultOf, LINK_IS_USED, NETWORK_ISSUE } from "./faults.ts";
import { OUR_FAULT } from "./messages.ts";

const OTHERWISE = "Failed to save. Please try again.";

/** Errors as the clients of auth, data, storage and functions raise them. */
const RAW: readonly [string, unknown, string, string][] = [
  ["a cut network in Chromium", new TypeError("Failed to fetch"), "network", NETWORK_ISSUE],
  [
    "a cut network in Firefox",
    new TypeError("NetworkError when attempting to fetch resource."),
    "network",
    NETWORK_ISSUE,
  ],
  ["a cut network in Safari", new TypeError("Load failed"), "network", NETWORK_ISSUE],
  [
    "auth without an answer",
    { name: "AuthRetryableFetchError", message: "Failed to fetch", status: 0 },
    "network",
    NETWORK_ISSUE,
  ],
  [
    "data without an answer",
    { message: "TypeError: Failed to fetch", details: "", hint: "", code: "" },
    "network",
    NETWORK_ISSUE,
  ],
  [
    "a function without an answer",
    { name: "FunctionsFetchError", message: "Failed to send a request to the Edge Function" },
    "network",
    NETWORK_ISSUE,
  ],
  [
    "an answer that took too long",
    new DOMException("signal timed out", "TimeoutError"),
    "network",
    NETWORK_ISSUE,
  ],
  [
    "data that took too long",
    { message: "AbortError: signal is aborted without reason", details: "", hint: "", code: "" },
    "network",
    NETWORK_ISSUE,
  ],
  [
    "too many requests",
    {
      name: "AuthApiError",
      message: "Request rate limit reached",
      status: 429,
      code: "over_request_rate_limit",
    },
    "rate-limit",
    "Too many attempts.",
  ],
  [
    "a statement that the database cancelled after its time",
    {
      message: "canceling statement due to statement timeout",
      code: "57014",
      details: null,
      hint: null,
    },
    "server",
    OUR_FAULT,
  ],
  [
    "a lock that another session holds",
    {
      message: "canceling statement due to lock timeout",
      code: "55P03",
      details: null,
      hint: null,
    },
    "server",
    OUR_FAULT,
  ],
  [
    "an empty answer of a proxy",
    { name: "AuthRetryableFetchError", message: "{}", status: 502 },
    "server",
    OUR_FAULT,
  ],
  [
    "Bad Gateway",
    { name: "AuthRetryableFetchError", message: "Bad Gateway", status: 502 },
    "server",
    OUR_FAULT,
  ],
  [
    "a page instead of an answer",
    { message: "<html><h1>502</h1></html>", code: "", status: 502 },
    "server",
    OUR_FAULT,
  ],
  [
    "an answer that is not JSON",
    { name: "AuthUnknownError", message: "Unexpected token '<', \"<html>\" is not valid JSON" },
    "server",
    OUR_FAULT,
  ],
  [
    "a database that stops",
    { message: "terminating connection", code: "57P01" },
    "server",
    OUR_FAULT,
  ],
  [
    "no connection to the database in time",
    { message: "Timed out acquiring connection from connection pool.", code: "PGRST003" },
    "server",
    OUR_FAULT,
  ],
  ["a broken query", { message: "Internal Server Error", code: "XX000" }, "server", OUR_FAULT],
  ["a locked table", { message: "canceling statement", code: "55P03" }, "server", OUR_FAULT],
  ["a deadlock", { message: "deadlock detected", code: "40P01" }, "server", OUR_FAULT],
  [
    "a proxy that waited too long",
    { name: "AuthApiError", message: "Request Timeout", status: 408, code: "request_timeout" },
    "server",
    OUR_FAULT,
  ],
  [
    "a proxy's words, as the data client passes them on",
    { message: "upstream connect error or disconnect/reset before headers" },
    "server",
    OUR_FAULT,
  ],
  ["an empty answer to the data client", { message: "" }, "server", OUR_FAULT],
  ["a proxy's page", { message: "<html><h1>503</h1></html>" }, "server", OUR_FAULT],
  ["a mistake in a script", new TypeError("x is not a function"), "server", OUR_FAULT],
  [
    "a used link",
    {
      name: "AuthApiError",
      message: "Email link is invalid or has expired",
      status: 403,
      code: "otp_expired",
    },
    "spent-link",
    LINK_IS_USED,
  ],
  [
    "no session",
    { name: "AuthSessionMissingError", message: "Auth session missing!", status: 400 },
    "session-ended",
    SESSION_ENDED.message,
  ],
  [
    "an expired token",
    { message: "JWT expired", code: "PGRST303" },
    "session-ended",
    SESSION_ENDED.message,
  ],
  [
    "a library's words",
    {
      message: "Too big: expected string to have <=200 characters",
      status: 400,
      code: "validation_failed",
    },
    "other",
    OTHERWISE,
  ],
  [
    "a library's words with our code",
    { message: "Too big: expected string to have <=200 characters", code: "PT400" },
    "other",
    OTHERWISE,
  ],
  [
    "a policy",
    { message: 'new row violates row-level security policy for table "jobs"', code: "42501" },
    "other",
    OTHERWISE,
  ],
  [
    "our own refusal",
    { message: "You have written to ten people today.", code: "PT429", status: 429 },
    "refused",
    "You have written to ten people today.",
  ],
  [
    "a wrong password",
    { message: "Invalid login credentials", status: 400, code: "invalid_credentials" },
    "refused",
    "Invalid login credentials",
  ],
  ["nothing", undefined, "other", OTHERWISE],
  ["an empty object", {}, "other", OTHERWISE],
];

describe("faultOf", () => {
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
});
