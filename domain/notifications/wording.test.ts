import { expect, it } from "vitest";
import { MAIL_SITE } from "#tests/examples/mail-site.ts";
import type { Wording } from "./mail.ts";
import { MAILS } from "./mails.ts";
import { composeMail, wordingError } from "./wording.ts";

const { confirmation, job_removed: removed, renewal_reminder: renewal } = MAILS;
if (!confirmation || !removed || !renewal) throw new Error("A mail is missing");
const site = { ...MAIL_SITE, name: "Acme & Co" };
const words: Wording = {
  subject: "Welcome to {{site}}",
  heading: "One more step",
  text: "Is {{email}} yours?\nThen press the button.\n\n{{link}}\n\nOtherwise ignore this.",
};

it.each<[string, unknown, RegExp]>([
  [
    "the link is missing",
    { ...words, text: "Hello" },
    /put \{\{link\}\} once on a line of its own/,
  ],
  ["the link is within a line", { ...words, text: "Go: {{link}}" }, /on a line of its own/],
  ["there are two links", { ...words, text: "{{link}}\n{{link}}" }, /\{\{link\}\} once/],
  [
    "a placeholder is of another mail",
    { ...words, text: "{{name}}\n{{link}}" },
    /only these placeholders: \{\{link\}\}, \{\{site\}\}, \{\{email\}\}, \{\{business\}\}$/,
  ],
  ["a placeholder is not closed", { ...words, heading: "{{site" }, /only these/],
  ["placeholders are nested", { ...words, heading: "{{em{{site}}ail}}" }, /only these/],
  ["the subject would add a header", { ...words, subject: "Hi\r\nBcc: all@x.example" }, /one line/],
  ["there is HTML", { ...words, text: "<b>Hi</b>\n{{link}}" }, /without < or >/],
  ["a part is blank", { ...words, heading: " " }, /enter the subject, the heading and the text/],
  ["the subject is too long", { ...words, subject: "x".repeat(151) }, /to 150 characters/],
  ["there is more than words", { ...words, html: "<b>" }, /enter the subject/],
  ["it is no object", "Hello", /enter the subject/],
])("is refused where %s, and the original is sent", (_what, given, sentence) => {
  expect(wordingError(confirmation, given)).toMatch(sentence);
  expect(composeMail(confirmation, { email: "a@x.example" }, site, given)).toEqual(
    composeMail(confirmation, { email: "a@x.example" }, site),
  );
});

it("replaces subject, heading and text; the button separates text and small print", () => {
  expect(wordingError(confirmation, words)).toBeNull();
  expect(composeMail(confirmation, { email: "a@x.example" }, site, words)).toEqual({
    subject: "Welcome to Acme & Co",
    preview: "Is a@x.example yours?",
    heading: "One more step",
    paragraphs: ["Is a@x.example yours?", "Then press the button."],
    small: ["Otherwise ignore this."],
    facts: [],
    button: { label: "Confirm my email address", path: "/confirm-email" },
  });
});

it("leaves out a paragraph whose placeholder has no value, and fills no value twice", () => {
  const given = (reason: string) => composeMail(removed, { reason, title: "" }, site).paragraphs;
  expect(given("")).toHaveLength(2);
  expect(given("It says {{site}}\r\nBcc: x@y.example")[1]).toBe(
    "The reason given: It says {{site}} Bcc: x@y.example",
  );
});

it("needs what a mail is about in its text", () => {
  const given = { subject: "{{day}}", heading: "{{price}}", text: "Soon, on {{day}}.\n{{link}}" };
  expect(wordingError(renewal, given)).toBe(
    "Please put {{price}} into the text. The email is of no use without it.",
  );
});
