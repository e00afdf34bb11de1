import { faultOf } from "#domain/site/faults.ts";
import type { Analytics, Answers, MembershipWorth, Trends } from "#domain/statistics/results.ts";
import type { Span } from "#domain/statistics/statistics.ts";
import type { Db } from "#web/session/database.ts";

export type {
  Activity,
  Analytics,
  Answers,
  PopularCategory,
  Trend,
  Trends,
} from "#domain/statistics/results.ts";

/** What the signed-in member's last 30 days brought; throws if it cannot be loaded. */
export const loadWorth = async (db: Db): Promise<MembershipWorth> => {
  const { data } = await db.rpc("membership_worth").throwOnError();
  return data;
};

/** Every figure in one call, counted by the database. */
export const loadAnalytics = async (db: Db): Promise<Analytics> => {
  const { data } = await db.rpc("admin_analytics").throwOnError();
  return data;
};

/** Jobs answered in time, and searches that found nobody. */
export const loadAnswers = async (db: Db): Promise<Answers> => {
  const { data } = await db.rpc("admin_answers").throwOnError();
  return data;
};

/** The charts of these dates, or a message why they are not available. */
export const loadTrends = async (db: Db, span: Span): Promise<Trends | { refused: string }> => {
  const { data, error } = await db.rpc("admin_figures", {
    span: span.id,
    ...(span.id === "days" ? { from_day: span.from, to_day: span.to } : {}),
  });
  if (error?.code === "PT400")
    return { refused: faultOf(error, "These days cannot be shown.").message };
  if (error) throw error;
  return data;
};
