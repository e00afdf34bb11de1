import { expect, it, vi } from "vitest";
import { draw } from "#tests/draw.tsx";
import { hireOf } from "#tests/examples/my-job.ts";
import { MyQuotes } from "./my-quotes.tsx";
import type { JobHire, MyQuote } from "./queries.ts";
import { WonJob } from "./won-job.tsx";

vi.mock("#web/session/session.ts", () => ({
  useSession: () => ({
    status: "signed-in",
    user: { id: "bob" },
    profile: { account_type: "provider" },
    subscription: { isSubscribed: false },
  }),
}));

const QUOTE = {
  job_id: "7",
  title: "Hang a gate",
  description: "Oak, two metres.",
  location: "Leeds",
  client: "Ann Oak",
  user_id: "ann",
  job_status: "hired",
  mine: true,
  readable: true,
  message: "I can come on Tuesday.",
  price_type: "fixed",
  price_min: 25_000,
  price_max: null,
  vat: "included",
  earliest_start: null,
  valid_until: "2126-12-02",
  expired: false,
  pictures: [],
  state: "accepted",
  reason: null,
  seen: true,
  sent_at: "2026-11-02T09:00:00Z",
  said_done: false,
  confirmed: true,
  enquiry_id: null,
  total_count: 1,
} as unknown as MyQuote;

const list = (facts: Partial<MyQuote> = {}) =>
  draw(<MyQuotes list={{ quotes: [{ ...QUOTE, ...facts }], total: 1 }} page={1} userId="bob" />);

it("shows work that was won with the job, the provider's own words, a link and the contact, also without a membership", () => {
  for (const job_status of ["hired", "done", "closed"]) {
    const html = list({ job_status });
    expect(html).toContain('href="/job-directory?job=7"');
    expect(html).toContain("Oak, two metres.");
    expect(html).toContain("I can come on Tuesday.");
    expect(html).toMatch(/<details open/);
    expect(html).toContain("Show Contact");
    expect(html).not.toContain("Membership costs");
  }
});

it("shows the own words of every quote, and of a job that is lost no more", () => {
  const html = list({ mine: false, readable: false, description: "", state: "sent" });
  expect(html).toContain("I can come on Tuesday.");
  expect(html).not.toContain("/job-directory?job=7");
  expect(html).not.toContain("Contact");
});

it("tells the hired provider on the job's page, with what is left to do", () => {
  const hired = { outcome: "here", provider: "Bob", provider_id: "bob", confirmed: true } as const;
  const page = (state: string, facts: Partial<JobHire> = {}) =>
    draw(
      <WonJob
        job={{ id: "7", title: "Hang a gate" }}
        state={state}
        won={hireOf({ ...hired, ...facts })}
        userId="bob"
        quoted
      />,
    );
  expect(page("hired")).toContain("You were hired");
  expect(page("hired")).toContain("Ann Oak hired you.");
  expect(page("hired")).toContain("The work is done");
  expect(page("hired", { said_done: true })).toContain("We have asked Ann Oak");
  expect(page("hired", { confirmed: false })).toContain("They hired me");
  expect(page("done")).toContain("Ann Oak says that the work is done.");
  expect(page("done")).toContain("The work is done:");
  expect(page("done", { said_done: true })).not.toContain("The work is done:");
  expect(page("closed")).toContain("The job is closed.");
});
