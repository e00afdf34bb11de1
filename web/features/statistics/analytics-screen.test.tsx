import { expect, it } from "vitest";
import { readSpan } from "#domain/statistics/statistics.ts";
import { draw } from "#tests/draw.tsx";
import { AnalyticsScreen } from "./analytics-screen.tsx";
import type { Analytics, Answers } from "./queries.ts";

const NOTHING: Analytics = {
  providers: 0,
  seekers: 0,
  active_sessions: 0,
  sessions_24h: 0,
  approved_feedback: 0,
  pending_feedback: 0,
  new_users_30d: 0,
  businesses: 0,
  popular: [],
  activity: [],
};

const NO_ANSWERS: Answers = { jobs: 0, answered: 0, groups: [], empty_searches: [] };

const show = (analytics: Analytics, answers = NO_ANSWERS): string => {
  const span = readSpan(new URLSearchParams());
  return draw(
    <AnalyticsScreen span={span} loaded={[analytics, { refused: "Not asked for" }, answers]} />,
  ).replace(/<[^>]+>/g, "\n");
};

it("has the cards and lists of the specification, and shows when they are empty", () => {
  const text = show(NOTHING);
  const cards =
    "Solutionz Providers|Solutionz Seekers|Active Sessions|Approved Feedback|Pending Feedback|New Users (30d)";
  const lists =
    "Most Popular Categories|No category data available|Recent Activity|No recent activity";
  for (const words of `${cards}|${lists}`.split("|")) expect(text).toContain(`\n${words}\n`);
});

it("has answers by town and trade, and what nobody was found for, if there are any", () => {
  expect(show(NOTHING)).not.toMatch(/48 hours|found nobody/);
  const text = show(NOTHING, {
    jobs: 7,
    answered: 5,
    groups: [{ kind: "trade", name: "Home > Plumber", jobs: 6, answered: 4 }],
    empty_searches: [{ trade: "thatcher", place: "", searches: 3 }],
  });
  expect(text).toContain("5 of 7 jobs of the last 30 days had an answer within 48 hours");
  expect(text).toMatch(/Plumber\s+Kind\s+Business Category\s+Answered\s+4 of 6/);
  expect(text).toMatch(/thatcher\s+Location\s+Anywhere\s+Searches\s+3/);
});
