import type { MembershipWorth } from "#domain/statistics/results.ts";

const NOTHING = {
  views: 0,
  found: 0,
  enquiries: 0,
  answered_within_a_day: 0,
  contacts: 0,
  quotes_sent: 0,
  quotes_seen: 0,
  jobs_won: 0,
  reviews: 0,
};

/** What a membership brought in 30 days to a provider who has all that brings more: nothing but these. */
export const worthOf = (
  figures: Partial<MembershipWorth["figures"]> = {},
  more: Partial<MembershipWorth> = {},
): MembershipWorth => ({
  figures: { ...NOTHING, ...figures },
  response_minutes: null,
  people_so_far: 0,
  late_answers: 0,
  has: { pictures: true, prices: true, hours: true, area: true, reviews: 9 },
  ...more,
});
