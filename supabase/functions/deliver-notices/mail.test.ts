import { expect, it, vi } from "vitest";
import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { type Claimed, mailOf } from "./mail.ts";

const site = {
  name: "Solutionz",
  colour: "",
  company: "",
  plans: DEFAULT_PLANS,
  url: "https://www.example.org",
};

it.each([
  ["hello@example.org", { name: "Solutionz", address: "hello@example.org" }],
  ["Our Desk <hello@example.org>", "Our Desk <hello@example.org>"],
])("a notice from %s has its own name, or the site's", (from, sender) => {
  vi.stubGlobal("Deno", { env: { get: () => from } });
  try {
    const notice = { kind: "feedback_received", topic: "account", data: {} } as Claimed;
    expect(mailOf(notice, site, new Map())?.from).toEqual(sender);
  } finally {
    vi.unstubAllGlobals();
  }
});
