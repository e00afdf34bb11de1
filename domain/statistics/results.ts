import { z } from "zod";

const activity = z.strictObject({
  type: z.enum(["user_joined", "feedback_added", "business_added"]),
  description: z.string(),
  timestamp: z.string(),
});
export type Activity = z.output<typeof activity>;

const popular = z.strictObject({
  id: z.string(),
  name: z.string(),
  group_name: z.string(),
  count: z.number(),
});
export type PopularCategory = z.output<typeof popular>;

const analytics = z.strictObject({
  providers: z.number(),
  seekers: z.number(),
  active_sessions: z.number(),
  sessions_24h: z.number(),
  approved_feedback: z.number(),
  pending_feedback: z.number(),
  new_users_30d: z.number(),
  businesses: z.number(),
  popular: z.array(popular),
  activity: z.array(activity),
});
export type Analytics = z.output<typeof analytics>;

const trend = z.strictObject({
  total: z.number(),
  /** For the period before of the same length; for a level, its value then. */
  previous: z.number(),
  /** One value for each period. */
  amounts: z.array(z.number()),
});
export type Trend = z.output<typeof trend>;

const period = { from: z.string(), to: z.string() };

const trends = z.strictObject({
  ...period,
  span: z.string(),
  step: z.enum(["day", "week", "month"]),
  today: z.string(),
  periods: z.array(z.strictObject(period)),
  figures: z.strictObject({
    sign_ups: trend,
    members: trend,
    revenue: trend,
    jobs: trend,
    reveals: trend,
    feedback: trend,
  }),
});
export type Trends = z.output<typeof trends>;

/** Of the last 30 days: jobs answered within 48 hours, and searches that found nobody. */
const answers = z.strictObject({
  jobs: z.number(),
  answered: z.number(),
  /** Towns and trades with at least five jobs. */
  groups: z.array(
    z.strictObject({
      kind: z.enum(["town", "trade"]),
      name: z.string(),
      jobs: z.number(),
      answered: z.number(),
    }),
  ),
  empty_searches: z.array(
    z.strictObject({ trade: z.string(), place: z.string(), searches: z.number() }),
  ),
});
export type Answers = z.output<typeof answers>;

/** Over the last 30 days, but for what a name says otherwise. */
const worth = z.strictObject({
  figures: z.strictObject({
    views: z.number(),
    found: z.number(),
    enquiries: z.number(),
    answered_within_a_day: z.number(),
    contacts: z.number(),
    quotes_sent: z.number(),
    quotes_seen: z.number(),
    /** Hires that both sides confirmed. */
    jobs_won: z.number(),
    reviews: z.number(),
  }),
  /** The median; null if fewer than five were answered. */
  response_minutes: z.number().nullable(),
  /** Enquiries and contacts since the account exists. */
  people_so_far: z.number(),
  /** Enquiries that waited longer than a day. */
  late_answers: z.number(),
  /** What the provider's page already has. */
  has: z.strictObject({
    pictures: z.boolean(),
    prices: z.boolean(),
    hours: z.boolean(),
    area: z.boolean(),
    reviews: z.number(),
  }),
});
export type MembershipWorth = z.output<typeof worth>;

/** What the functions about statistics give as JSON. */
export const statisticsResults = {
  admin_analytics: analytics,
  admin_answers: answers,
  admin_figures: trends,
  admin_dashboard_counts: z.strictObject({
    businesses: z.number(),
    listed_providers: z.number(),
    businesses_this_month: z.number(),
    pending_feedback: z.number(),
  }),
  membership_worth: worth,
};
