import { expect, it } from "vitest";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { adminSetupRefusal, classifyMailError, classifySignUpError } from "./errors.ts";

it.each([
  ["Authentication failed", "delivery"],
  ["535 5.7.8 bad credentials", "delivery"],
  ["the mail server (smtp) did not take it", "delivery"],
  ["email rate limit exceeded", "rate-limit"],
  ["Too many requests", "rate-limit"],
  ["Network request failed", "network"],
  ["connection refused", "network"],
  ["Failed to fetch", "network"],
  ["Internal Server Error", "server"],
  ["status 500", "server"],
  ["Something else", "other"],
  ["", "other"],
])("%j is %s", (message, kind) => {
  expect(classifyMailError({ message }).kind).toBe(kind);
});

it.each([
  ["smtp", "Email delivery issue", /technical issues with our email service.*can still log in/],
  ["rate limit", "Email rate limit exceeded", /^Please wait before trying again\.$/],
  ["network", "Network issue", /^Please check your connection and try again\.$/],
  ["server", "Server issue", /^Please try again later\.$/],
  ["", "Failed to resend email", /^Failed to send email\..*can still log in with your credentials/],
])("has the words of the specification for %j", (message, title, description) => {
  const failure = classifyMailError({ message });
  expect(failure.title).toBe(title);
  expect(failure.description).toMatch(description);
});

it("recognises a rate limit by its code, whatever its message", () => {
  const message = "For security purposes, you can only request this after 12 seconds.";
  expect(classifyMailError({ message, code: "over_email_send_rate_limit" }).kind).toBe(
    "rate-limit",
  );
  expect(classifyMailError({ message, status: 429 }).kind).toBe("rate-limit");
});

it("does not blame the connection of the person for one of ours", () => {
  for (const message of ["connection refused", "no network", "{}"])
    expect(classifyMailError({ message, status: 503 }).kind).toBe("server");
  expect(classifyMailError({ message: "SMTP is down", status: 503 }).kind).toBe("delivery");
});

it("passes other messages on, and has its own when there are none", () => {
  expect(classifyMailError({ message: "Odd" }).description).toBe("Odd");
  expect(classifyMailError({}).description).toContain("contact support");
});

it.each([
  "{}",
  "<html>502</html>",
  "Too big: expected string to have <=200 characters",
  "Unexpected token '<' is not valid JSON",
])("never shows a machine's words: %j", (message) => {
  expect(classifyMailError({ message, status: 400 }).description).toMatch(/contact support\.$/);
  expect(classifySignUpError({ message, status: 400 }).message).toBe(
    "Failed to create account. Please try again.",
  );
  expect(adminSetupRefusal(400, message)).toBe("Failed to create admin");
});

it.each([
  [
    { message: "Request rate limit reached" },
    "rate-limit",
    "Too many signup attempts. Please try again later.",
  ],
  [
    { message: "User already registered" },
    "already-registered",
    "This email is already registered. Please use a different email or try logging in.",
  ],
  [{ message: "Location is required", status: 400 }, "other", "Location is required"],
  [{ message: "Location is required", status: 500 }, "other", OUR_FAULT],
  [{}, "other", "Failed to create account. Please try again."],
])("a refused sign-up: %j", (refusal, kind, message) => {
  expect(classifySignUpError(refusal)).toEqual({ kind, message });
});

it("distinguishes a mail that was not sent from an account that was not made", () => {
  const message = "Error sending confirmation email: the mail server (smtp) did not take it.";
  expect(classifySignUpError({ message, status: 500 }).kind).toBe("mail-not-sent");
});

it("has words for each response of admin-setup", () => {
  expect(adminSetupRefusal(409, "x")).toBe(
    "An admin account already exists. Please proceed to login.",
  );
  for (const status of [401, 403])
    expect(adminSetupRefusal(status, null)).toBe(
      "Invalid or missing setup token. Please contact the site owner.",
    );
  expect(adminSetupRefusal(400, "Too short")).toBe("Too short");
  expect(adminSetupRefusal(422, { an: "object" })).toBe("Failed to create admin");
  for (const error of ["Failed to create admin", { an: "object" }])
    expect(adminSetupRefusal(503, error)).toBe(OUR_FAULT);
});
