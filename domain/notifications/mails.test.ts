import { expect, it } from "vitest";
import { MAIL_SITE as site } from "#tests/examples/mail-site.ts";
import { type MailData, wordsOf } from "./mail.ts";
import { htmlOf, textOf } from "./mail-layout.ts";
import { MAILS } from "./mails.ts";
import { composeMail, sampleOf, wordingError } from "./wording.ts";

it.each(Object.entries(MAILS))("%s has words that an admin could save", (_kind, mail) => {
  expect(wordingError(mail, wordsOf(mail))).toBeNull();
  const { subject, paragraphs, small, preview } = composeMail(mail, sampleOf(mail), site);
  for (const part of [subject, preview, ...paragraphs, ...small]) {
    expect(part).not.toMatch(/[{}]|undefined|Invalid Date/);
    expect(part).not.toBe("");
  }
});

it.each(Object.entries(MAILS))("%s survives missing and hostile facts", (_kind, mail) => {
  const hostile = new Proxy({} as Record<string, unknown>, {
    get: (_target, name) =>
      /(_at|_on|date|ends|until)$/.test(String(name))
        ? "2026-11-21T10:00:00Z"
        : '\u202e\u2067<script>alert("x")</script>\r\nBcc: all@example.org',
    has: () => true,
  });
  const write = (data: MailData, at: typeof site) => composeMail(mail, data, at);
  const notice = write(hostile, site);
  expect(notice.subject).not.toMatch(/[\r\n\u202e\u2067]/);
  const other = { ...site, name: "Local Hands" };
  const theirs = write(hostile, other);
  expect(htmlOf(theirs, other, null) + textOf(theirs, other, null) + theirs.subject).not.toMatch(
    /solutionz/i,
  );
  expect(notice.subject.length).toBeLessThanOrEqual(200);
  const html = htmlOf(notice, site, null);
  expect(html).not.toMatch(/<script|<img|url\(|\u202e|\u2067/);
  expect(html).toContain('lang="en-GB"');
  expect(textOf(notice, site, "https://www.example.org/unsubscribe")).toContain(
    "Stop these emails",
  );
  if (notice.button) expect(notice.button.path).toMatch(/^\/[^/\\]/);
});
