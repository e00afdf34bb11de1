import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { MembershipWorth } from "#domain/statistics/results.ts";
import { FurtherFigures, MainFigures } from "./figures.tsx";

const NONE: MembershipWorth = {
  figures: {
    views: 0,
    found: 0,
    enquiries: 0,
    answered_within_a_day: 0,
    contacts: 0,
    quotes_sent: 0,
    quotes_seen: 0,
    jobs_won: 0,
    reviews: 0,
  },
  response_minutes: null,
  people_so_far: 0,
  late_answers: 0,
  has: { pictures: true, prices: true, hours: true, area: true, reviews: 0 },
};

const shown = (Part: typeof MainFigures, figures: Partial<MembershipWorth["figures"]>) => {
  const worth = { ...NONE, figures: { ...NONE.figures, ...figures } };
  const Stub = createRoutesStub([{ path: "/", Component: () => <Part worth={worth} /> }]);
  return renderToStaticMarkup(<Stub />).replace(/<[^>]+>/g, "");
};

it("names the figures of the last 30 days, and what helps where there are none", () => {
  expect(shown(MainFigures, { views: 69, found: 1200 })).toContain("Found in search1,200");
  expect(shown(MainFigures, { views: 1 })).not.toContain("Nobody has");
  expect(shown(MainFigures, {})).toContain("Nobody has viewed or found your page in this time.");
  expect(shown(FurtherFigures, { jobs_won: 2 })).toContain("Jobs won2");
  expect(shown(FurtherFigures, { enquiries: 4 })).toContain("Answered within a day0 of 4");
});
