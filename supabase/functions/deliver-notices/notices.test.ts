import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#backend/tests/database.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import { htmlOf, textOf } from "./layout.ts";
import { type Claimed, mailOf } from "./mail.ts";
import { NOTICES } from "./notices.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ project: THE_PROJECT });
});
afterAll(() => test?.drop());

const site = { name: "Solutionz", colour: "", company: "", url: "https://www.example.org" };

it("every kind of the database has its words, and every notice its kind", async () => {
  const kinds = await test.db.query<{ kind: string }>(
    "select kind from notify.notice_kinds order by kind",
  );
  expect(Object.keys(NOTICES).sort()).toEqual(kinds.map(({ kind }) => kind).sort());
});

it.each(Object.entries(NOTICES))("%s survives missing and hostile facts", (_kind, write) => {
  const hostile = new Proxy({} as Record<string, unknown>, {
    get: (_target, name) =>
      /(_at|_on|date|ends|until)$/.test(String(name))
        ? "2026-11-21T10:00:00Z"
        : '<script>alert("x")</script>\r\nBcc: all@example.org',
    has: () => true,
  });
  const notice = write(hostile, site);
  expect(notice.subject).not.toMatch(/[\r\n]/);
  const other = { ...site, name: "Local Hands" };
  const theirs = write(hostile, other);
  expect(htmlOf(theirs, other, null) + textOf(theirs, other, null) + theirs.subject).not.toMatch(
    /solutionz/i,
  );
  expect(notice.subject.length).toBeLessThan(200);
  const html = htmlOf(notice, site, null);
  expect(html).not.toMatch(/<script|<img|url\(/);
  expect(html).toContain('lang="en-GB"');
  expect(textOf(notice, site, "https://www.example.org/unsubscribe")).toContain(
    "Stop these emails",
  );
  if (notice.button) expect(notice.button.path).toMatch(/^\/[^/\\]/);
});

it.each([
  ["hello@example.org", { name: "Solutionz", address: "hello@example.org" }],
  ["Our Desk <hello@example.org>", "Our Desk <hello@example.org>"],
])("a notice from %s has its own name, or the site's", (from, sender) => {
  vi.stubGlobal("Deno", { env: { get: () => from } });
  try {
    const notice = { kind: "feedback_received", topic: "account", data: {} } as Claimed;
    expect(mailOf(notice, site)?.from).toEqual(sender);
  } finally {
    vi.unstubAllGlobals();
  }
});
