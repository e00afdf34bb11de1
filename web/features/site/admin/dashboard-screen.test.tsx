import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { DashboardScreen } from "./dashboard-screen.tsx";

const COUNTS = {
  businesses: 12,
  listed_providers: 34,
  businesses_this_month: 5,
  pending_feedback: 6,
  waiting_reports: 0,
  waiting_claims: 0,
};

it("has the four cards, each a link to what it counts", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <DashboardScreen counts={COUNTS} />
    </MemoryRouter>,
  );
  const cards = [
    ["Total Businesses", 12, "/admin/businesses"],
    ["Visible and Active Providers", 34, "/directory"],
    ["New Businesses This Month", 5, "/admin/businesses"],
    ["Unapproved Feedback", 6, "/admin/feedback?state=pending"],
  ];
  for (const [label, value, to] of cards) {
    expect(html).toMatch(
      new RegExp(
        `<a [^>]*href="${String(to).replace("?", "\\?")}"[^>]*>${label}</a></p><p [^>]*>${value}</p>`,
      ),
    );
  }
});
