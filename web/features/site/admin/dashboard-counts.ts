import { WAITING_STATES } from "#domain/reports/reports.ts";
import type { Db } from "#web/session/database.ts";
import { hasNoBackups } from "./health.ts";

/** What waits for an admin: how much, and since when the oldest does. */
export interface Queue {
  count: number;
  oldest: string | null;
}

export interface DashboardCounts {
  businesses: number;
  listed_providers: number;
  businesses_this_month: number;
  categories: number;
  reports: Queue;
  claims: Queue;
  feedback: Queue;
  /** The jobs of the last 30 days, and those with a first answer within 48 hours. */
  answers: { jobs: number; answered: number };
  /** What does not work, in short; null if that could not be loaded. */
  health: { troubles: string[]; noBackups: boolean } | null;
}

interface Counted {
  data: { created_at: string }[];
  count: number | null;
}

const queueOf = ({ data, count }: Counted): Queue => ({
  count: count ?? 0,
  oldest: data[0]?.created_at ?? null,
});

export const loadDashboard = async (db: Db): Promise<DashboardCounts> => {
  const counted = { count: "exact" } as const;
  const [figures, answers, categories, health, reports, claims, feedback] = await Promise.all([
    db.rpc("admin_dashboard_counts").throwOnError(),
    db.rpc("admin_answers").throwOnError(),
    db
      .from("categories")
      .select("*", { ...counted, head: true })
      .eq("is_active", true)
      .throwOnError(),
    db.rpc("admin_health"),
    db
      .from("reports")
      .select("created_at", counted)
      .in("state", WAITING_STATES)
      .order("created_at")
      .limit(1)
      .throwOnError(),
    db
      .from("business_claims")
      .select("created_at", counted)
      .eq("status", "pending")
      .order("created_at")
      .limit(1)
      .throwOnError(),
    db
      .from("feedback")
      .select("created_at", counted)
      .eq("approved", false)
      .is("moderated_at", null)
      .order("created_at")
      .limit(1)
      .throwOnError(),
  ]);
  return {
    ...figures.data,
    answers: answers.data,
    categories: categories.count ?? 0,
    reports: queueOf(reports),
    claims: queueOf(claims),
    feedback: queueOf(feedback),
    health: health.data && {
      troubles: health.data.troubles.map(({ what }) => what),
      noBackups: hasNoBackups(health.data),
    },
  };
};
