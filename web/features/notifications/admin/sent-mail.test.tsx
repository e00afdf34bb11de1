import { expect, it } from "vitest";
import { draw, wordsOf } from "#tests/draw.tsx";
import type { SentMail } from "./queries.ts";
import { SentMailPart } from "./sent-mail.tsx";

const textOf = (sent: SentMail): string =>
  wordsOf(draw(<SentMailPart to="ann@example.org" sent={sent} />)).replaceAll("&#x27;", "'");

const account = { name: "Ann Lee", is_active: true, confirmed_at: "2027-01-01T10:00:00Z" };
const mail: SentMail["mails"][number] = {
  id: "1",
  signing_in: false,
  state: "sent",
  queued_at: "2027-01-01T10:00:00Z",
  ended_at: "2027-01-01T10:00:05Z",
  attempts: 1,
  answer: null,
};

it("says that notifications are the account's, at whatever address, and what is listed with support access only", () => {
  const words = textOf({ account, mails: [mail] });
  expect(words).toContain("Emails to ann@example.org, and notifications to its account");
  expect(words).toContain("current address, even if they went to an earlier one");
  expect(words).toContain("switch off are listed only while they allow support access");
  expect(words).toContain("1 email, newest first");
  expect(words).toContain("View this person's account");
  // Others may have been sent.
  const none = textOf({ account, mails: [] });
  expect(none).toContain("No email about the account is on record.");
  expect(none).not.toContain("No email to this address");
});

it("says nothing of an account where there is none", () => {
  const words = textOf({ account: null, mails: [] });
  expect(words).toContain("No account has this address.");
  expect(words).toContain("No email to this address is on record.");
  expect(words).not.toMatch(/its account|support access|earlier one|this person/);
});
