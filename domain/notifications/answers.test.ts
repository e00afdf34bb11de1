import { expect, it } from "vitest";
import { answerInWords } from "./answers.ts";

it.each([
  ["sent", null, 1, "The mail server accepted it."],
  ["waiting", null, 0, "Not tried yet."],
  ["refused", "no mailbox", 1, "The account has no mailbox."],
  ["refused", null, 1, "No reason was noted."],
] as const)("mail that is %s with %j after %i attempts: %s", (state, answer, attempts, words) => {
  expect(answerInWords({ state, answer, attempts })).toBe(words);
});

const AGAIN = " We are trying again.";

it.each([
  ["waiting", "ECONNECTION CONN", 3, "The mail server could not be reached", AGAIN],
  ["waiting", "EAUTH AUTH PLAIN 535", 1, "The mail server refused our login", AGAIN],
  ["refused", "EENVELOPE RCPT TO 550", 1, "The mail server refused the address", ""],
  [
    "refused",
    "EENVELOPE RCPT TO 450",
    28,
    "The mail server did not accept the address for now",
    "",
  ],
  ["refused", "EMESSAGE DATA 554", 28, "The mail server did not take the email", ""],
] as const)(
  "mail that is %s quotes %j after %i attempts: %s",
  (state, answer, attempts, ...words) => {
    const [what, next] = words;
    expect(answerInWords({ state, answer, attempts })).toBe(`${what} (${answer}).${next}`);
  },
);
