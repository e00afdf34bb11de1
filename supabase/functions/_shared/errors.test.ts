import { expect, it } from "vitest";
import { isBusy, REFUSALS, Refusal, type RefusalCode } from "./errors.ts";

/** Refusals in the specification's exact words; the screens add what to do. */
const OF_THE_SPECIFICATION: readonly RefusalCode[] = [
  "bad_coupon",
  "not_signed_in",
  "not_a_provider",
  "already_subscribed",
  "coupon_claimed",
  "payment_failed",
  "admin_fields",
  "admin_password",
  "admin_failed",
  "not_an_admin",
  "delete_failed",
];

/** Refusals that no screen provokes: a program sent the wrong thing, and the hint says what is right. */
const FOR_PROGRAMS: readonly RefusalCode[] = [
  "method_not_allowed",
  "body_too_large",
  "bad_body",
  "bad_signature",
  "not_the_service",
  "not_the_mail_service",
  "no_replies",
  "no_mail",
  // Its callers always give the message of the form's own rule.
  "provider_field",
];

const WHAT_TO_DO =
  /\b(?:Please|Choose|Contact|Continue|Open|Reload|Use|proceed|do not need to)\b|\bmay only contain\b/;

const codes = Object.keys(REFUSALS) as RefusalCode[];
const excused = [...OF_THE_SPECIFICATION, ...FOR_PROGRAMS];

it.each(codes.filter((code) => !excused.includes(code)))("says what to do next for %s", (code) => {
  expect(new Refusal(code).message).toMatch(WHAT_TO_DO);
});

it.each(codes)("is a sentence for people, and no machine's words, for %s", (code) => {
  expect(new Refusal(code).message).toMatch(/^[A-Z][^{}<>_]{10,}$/);
});

it("excuses only words that say nothing of it themselves", () => {
  expect(excused.filter((code) => WHAT_TO_DO.test(new Refusal(code).message))).toEqual([]);
});

it.each([
  [{ code: "57014", message: "canceling statement due to statement timeout" }, true],
  [{ code: "55P03", message: "canceling statement due to lock timeout" }, true],
  [{ code: "PGRST003" }, true],
  [{ name: "AuthRetryableFetchError", status: 503 }, true],
  [new Refusal("provider_failed", { cause: { code: "57014" } }), true],
  [{ code: "23514" }, false],
  [{ code: "PGRST202" }, false],
  [new Error("no"), false],
  [undefined, false],
])("an error %j is of a busy service: %s", (error, busy) => expect(isBusy(error)).toBe(busy));
