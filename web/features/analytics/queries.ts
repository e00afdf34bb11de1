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
