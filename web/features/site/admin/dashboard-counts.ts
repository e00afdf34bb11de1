import { WAITING_STATES } from "#domain/reports.ts";
import type { Db } from "#web/session/database.ts";

export interface DashboardCounts {
  businesses: number;
  listed_providers: number;
  businesses_this_month: number;
  pending_feedback: number;
  waiting_reports: number;
  waiting_claims: number;
}

export const loadDashboard = async (db: Db): Promise<DashboardCounts> => {
  const head = { count: "exact", head: true } as const;
  const [four, reports, claims] = await Promise.all([
    db.rpc("admin_dashboard_counts"),
    db.from("reports").select("id", head).in("state", WAITING_STATES),
    db.from("business_claims").select("id", head).eq("status", "pending"),
  ]);
  if (four.error) throw four.error;
  for (const { error } of [reports, claims]) if (error) throw error;
  return {
    ...four.data,
    waiting_reports: reports.count ?? 0,
    waiting_claims: claims.count ?? 0,
  };
};
