import { expect, it, vi } from "vitest";
import { MAIL_SITE } from "#tests/examples/mail-site.ts";
import { type Claimed, mailOf } from "./mail.ts";

it.each([
  ["hello@example.org", { name: "Solutionz", address: "hello@example.org" }],
  ["Our Desk <hello@example.org>", "Our Desk <hello@example.org>"],
])("a notice from %s has its own name, or the site's", (from, sender) => {
  vi.stubGlobal("Deno", { env: { get: () => from } });
  try {
    const notice = { kind: "feedback_received", topic: "account", data: {} } as Claimed;
    expect(mailOf(notice, MAIL_SITE, new Map())?.from).toEqual(sender);
  } finally {
    vi.unstubAllGlobals();
  }
});
