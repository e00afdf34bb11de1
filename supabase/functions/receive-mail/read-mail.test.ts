import { expect, it } from "vitest";
import { withoutLongParts } from "./read-mail.ts";

const MEGABYTE = 1_048_576;
const HEAD = "From: ann@home.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
const text = (words: string) => `--b\r\nContent-Type: text/plain\r\n\r\n${words}\r\n`;
const picture = (bytes: number) =>
  `--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${"A".repeat(76)}\r\n`.repeat(bytes / 78)}`;

it("an ordinary mail is parsed whole", () => {
  const mail = `${HEAD}${text("See below.\r\n-- \r\nAnn")}${picture(60_000)}${text("And this.")}--b--\r\n`;
  expect(String(withoutLongParts(mail))).toBe(mail);
  expect(String(withoutLongParts(new TextEncoder().encode(mail)))).toBe(mail);
});

it("words before, between and after large attachments are parsed, and little of the attachments", () => {
  const mail = `${HEAD}${text("one")}${picture(4 * MEGABYTE)}${text("two")}${picture(4 * MEGABYTE)}${text("three")}--b--\r\n`;
  const parsed = String(withoutLongParts(mail));
  expect([..."one two three".split(" ")].every((word) => parsed.includes(`\r\n${word}\r\n`))).toBe(
    true,
  );
  expect(parsed.length).toBeLessThan(MEGABYTE / 2);
});

it.each([
  ["parts", "\r\n--b\r\n\r\nx"],
  ["lines", "\r\nabc "],
  ["headers", "\r\nX-A: b"],
  ["words without lines", "abc "],
  ["dashes", "\n--"],
])("of a mail of endless %s little is parsed", (_, piece) => {
  const parsed = withoutLongParts(HEAD.trimEnd() + piece.repeat((9 * MEGABYTE) / piece.length));
  expect(parsed.length).toBeLessThanOrEqual(MEGABYTE / 2);
  expect(String(parsed).split("\n--").length).toBeLessThanOrEqual(100);
});
