import { expect, test } from "vitest";
import { processorTime } from "#backend/tests/processor.ts";
import { isOneType, sniff } from "./sniff.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["hello", "text/plain", "text/plain"],
  ["a,b\n1,2", "text/csv", "text/csv"],
  ['{"a":1}', "application/json", "application/json"],
  ["hello", "image/png", "text/plain"],
  ["hello", null, "application/octet-stream"],
  ["", "text/plain", "text/plain"],
  ["<!DOCTYPE html><p>", "text/plain", "text/html"],
  ["\u00ef\u00bb\u00bf <HTML>", "image/png", "text/html"],
  ["\u00ff\u00fe<\u0000h\u0000t\u0000m\u0000l\u0000>\u0000", "text/plain", "text/html"],
  ["<?xml version='1.0'?>\n<svg xmlns='x'>", "image/png", "image/svg+xml"],
  ["<?php echo 1;", "image/jpeg", "application/x-httpd-php"],
  ["%PDF-1.7\n%", "image/png", "application/pdf"],
  ...["", "image/jpg", "image/pjpeg", "IMAGE/JPEG; q=1", "text/plain"].map(
    (declared): [string, string, string] => [
      "\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF",
      declared,
      "image/jpeg",
    ],
  ),
  ["GIF89a\u0001\u0000\u0001\u0000", "text/html", "image/gif"],
  [
    "PK\u0003\u0004\u0014\u0000\u0000\u0000",
    "application/vnd.my-app+zip",
    "application/vnd.my-app+zip",
  ],
  ["PK\u0003\u0004\u0014\u0000\u0000\u0000", "image/png", "application/zip"],
  ["\u0000\u0001\u0002\u0003\u0004", "application/x-own", "application/x-own"],
  ["\u0000\u0001\u0002\u0003\u0004", "video/mp4", "application/octet-stream"],
  ["\u0000\u0001\u0002\u0003\u0004", "text/plain", "application/octet-stream"],
])("%j declared as %s is %s", async (content, declared, type) => {
  expect(await sniff(bytes(content), declared)).toBe(type);
});

test.each([
  ["comments", "<!---->".repeat(9_000)],
  ["long comments", `<!--${"-".repeat(4_000)}-->`.repeat(16)],
  ["comments that never end", "<!--".repeat(16_000)],
  ["white space", " \n".repeat(32_000)],
  ["declarations", "<?xml version='1.0'?>".repeat(3_000)],
  ["name spaces", `<?xml${" xmlns =".repeat(8_000)}`],
])("a file full of %s is judged within a moment", async (_what, content) => {
  expect(await processorTime(() => sniff(bytes(content), "image/png"))).toBeLessThan(5_000);
});

test("a document behind comments is still recognised", async () => {
  const comments = "<!-- a -->\n<!---->".repeat(50);
  expect(await sniff(bytes(`${comments}<svg onload=x>`), "image/png")).toBe("image/svg+xml");
  expect(await sniff(bytes(`${comments}<script>`), "image/png")).toBe("text/html");
});

test.each([
  ["image/png", true],
  ["text/plain; charset=utf-8", true],
  ['text/plain;charset="utf-8" ; a=b', true],
  ["image/png; a=b, text/html", false],
  ["image/png, text/html", false],
  ['image/png; a="b, text/html', false],
  ['image/png; a="b, text/html"', false],
  ["image/png;", false],
  ["", false],
])("%j is one type: %s", (declared, one) => {
  expect(isOneType(declared)).toBe(one);
});
