import { expect, it } from "vitest";
import { draw, wordsOf } from "#tests/draw.tsx";
import { DashboardScreen } from "./dashboard-screen.tsx";

const COUNTS = {
  businesses: 12,
  listed_providers: 34,
  businesses_this_month: 5,
  categories: 82,
  reports: { count: 0, oldest: null },
  claims: { count: 1, oldest: new Date(Date.now() - 3 * 86_400_000).toISOString() },
  feedback: { count: 6, oldest: new Date(Date.now() - 9 * 86_400_000).toISOString() },
  answers: { jobs: 12, answered: 9 },
  health: { troubles: ["A payment update from Stripe failed"], noBackups: true },
};

const shown = (counts: typeof COUNTS, settings = {}) =>
  draw(<DashboardScreen counts={counts} />, { settings });
const html = shown(COUNTS);

it("says in one line when no queue waits", () => {
  const none = { count: 0, oldest: null };
  const empty = { ...COUNTS, reports: none, claims: none, feedback: none };
  expect(shown(empty as never)).toContain("Nothing is waiting for you");
  expect(html).not.toContain("Nothing is waiting for you");
});

it("has the three queues first, each at its place, late after a week", () => {
  expect(wordsOf(html)).toMatch(
    /0 Reports and Appeals You&#x27;re all caught up\. 1 Business Claim Oldest: 3 days ago 6 Unapproved Feedback Oldest: 9 days ago 9 of 12 jobs /,
  );
  expect(html.match(/bg-warning-wash text-warning">/g)).toHaveLength(1);
});

it("has the four figures, each once, with cards that lead to the users, feedback, categories and analytics", () => {
  const cards = [
    ["Total Businesses", 12, "/admin/businesses"],
    ["Visible and Active Providers", 34, "/admin/users?type=provider&amp;status=members"],
    ["New Businesses This Month", 5, "/admin/analytics"],
    ["Service Categories", 82, "/admin/categories"],
  ];
  for (const [label, value, to] of cards) {
    expect(html).toMatch(
      new RegExp(
        `<a [^>]*href="${String(to).replace("?", "\\?")}"[^>]*>${label}</a></p><p [^>]*>${value}</p>`,
      ),
    );
  }
  expect(html.match(/Unapproved Feedback/g)).toHaveLength(1);
  expect(html).toMatch(
    /<a [^>]*href="\/admin\/feedback\?state=pending"[^>]*><strong [^>]*>6<\/strong>/,
  );
});

it("says what does not work, and leads to Health", () => {
  for (const line of ["A payment update from Stripe failed", "No backups are scheduled"])
    expect(html).toContain(`<p>${line}.`);
  expect(html.match(/href="\/admin\/health"/g)).toHaveLength(1);
  expect(html).toContain("border-danger");
  // What is at risk has not failed.
  const atRisk = { ...COUNTS, health: { troubles: [], noBackups: true } };
  expect(shown(atRisk)).toMatch(/border-warning.*No backups are scheduled\./s);
  expect(shown(atRisk, { trial: true })).not.toContain("/admin/health");
  const well = { ...COUNTS, health: { troubles: [], noBackups: false } };
  expect(shown(well)).not.toContain("/admin/health");
});
