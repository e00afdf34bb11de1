import { faultOf } from "#domain/site-faults.ts";
import type { FigureId, Period, Span, Step } from "#domain/statistics.ts";
import type { Db } from "#web/session/site.ts";

export interface Activity {
  type: "user_joined" | "feedback_added" | "business_added";
  description: string;
  timestamp: string;
}

export interface PopularCategory {
  id: string;
  name: string;
  group_name: string;
  count: number;
}

export interface Analytics {
  providers: number;
  seekers: number;
  active_sessions: number;
  sessions_24h: number;
  approved_feedback: number;
  pending_feedback: number;
  new_users_30d: number;
  businesses: number;
  popular: PopularCategory[];
  activity: Activity[];
}

/** Every figure in one call, counted by the database. */
export const loadAnalytics = async (db: Db): Promise<Analytics> => {
  const { data, error } = await db.rpc("admin_analytics");
  if (error) throw error;
  return data as unknown as Analytics;
};

export interface Trend {
  total: number;
  /** Of as many days before; of a level, how it was then. */
  previous: number;
  /** One a period. */
  amounts: number[];
}

export interface Trends extends Period {
  step: Step;
  today: string;
  periods: Period[];
  figures: Record<FigureId, Trend>;
}

/** The charts of these days, or in words why they cannot be had. */
export const loadTrends = async (db: Db, span: Span): Promise<Trends | { refused: string }> => {
  const { data, error } = await db.rpc("admin_figures", {
    span: span.id,
    ...(span.id === "days" ? { from_day: span.from, to_day: span.to } : {}),
  });
  if (error?.code === "PT400")
    return { refused: faultOf(error, "These days cannot be shown.").message };
  if (error) throw error;
  return data as unknown as Trends;
};
