import type { Db } from "#web/session/database.ts";

/** What only admins see of a job: when it was last changed, who posted it, and the newest reports of it. */
export const loadModeration = async (db: Db, jobId: string) => {
  const [job, reports] = await Promise.all([
    db
      .from("jobs")
      .select("updated_at, poster:profiles!jobs_user_id_fkey(first_name, last_name, email)")
      .eq("id", jobId)
      .single()
      .throwOnError(),
    db
      .from("reports")
      .select("id, case_number, reason, details, state, created_at")
      .eq("target_type", "job")
      .eq("target_id", jobId)
      .order("created_at", { ascending: false })
      .limit(5)
      .throwOnError(),
  ]);
  return { seen: job.data.updated_at, poster: job.data.poster, reports: reports.data };
};

export type Moderation = Awaited<ReturnType<typeof loadModeration>>;
