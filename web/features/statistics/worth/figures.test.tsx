import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { MembershipWorth } from "#domain/statistics-results.ts";
import { FurtherFigures, MainFigures } from "./figures.tsx";

const figure = (total: number, before: number | null = 0) => ({ total, before });
const worthOf = (figures: Partial<MembershipWorth["figures"]>): MembershipWorth => ({
  from: "2026-10-28",
  to: "2026-11-26",
  counted_since: null,
  figures: {
    views: figure(0),
    found: figure(0),
    enquiries: figure(0),
    answered_within_a_day: figure(0),
    contacts: figure(0),
    quotes_sent: figure(0),
    quotes_seen: figure(0),
    jobs_won: figure(0),
    value_pence: figure(0),
    reviews: figure(0),
    ...figures,
  },
  words: [],
  response_minutes: null,
  response_minutes_before: null,
  people_so_far: 0,
  without_value: 0,
  late_answers: 0,
  has: { pictures: true, prices: true, hours: true, area: true, reviews: 0 },
});

const shown = (Part: typeof MainFigures, figures: Partial<MembershipWorth["figures"]>) => {
  const Stub = createRoutesStub([
    { path: "/", Component: () => <Part worth={worthOf(figures)} /> },
  ]);
  return renderToStaticMarkup(<Stub />).replace(/<[^>]+>/g, "");
};

it("says in words how each figure changed, and nothing without a month to compare", () => {
  const text = shown(MainFigures, {
    views: figure(69, 61),
    found: figure(1200, 2400),
    contacts: figure(3, 3),
    enquiries: figure(4, null),
  });
  expect(text).toContain("69Up 8 from 61");
  expect(text).toContain("1,200Down 1,200 from 2,400");
  expect(text).toContain("3The same");
  expect(shown(FurtherFigures, { enquiries: figure(4, null) })).toContain(
    "Answered within a day0 of 4",
  );
});

it("says how many jobs were won, and what they brought once a value is recorded", () => {
  expect(shown(FurtherFigures, { jobs_won: figure(2, 1) })).toContain("Jobs won21");
  expect(shown(FurtherFigures, {})).not.toContain("£");
  for (const value of [figure(23_500), figure(0, 23_500)])
    expect(shown(FurtherFigures, { value_pence: value })).toContain("Value of accepted quotes");
});
