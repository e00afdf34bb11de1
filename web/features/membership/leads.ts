import type { LeadReport } from "#domain/membership-days-back.ts";
import type { Db } from "#web/session/database.ts";
import { refreshSession } from "#web/session/session.ts";

/** The contacts that the member unlocked, newest first, with the outcome of each that they reported. */
export const loadLeads = async (db: Db) => {
  const { data, error } = await db.rpc("list_leads");
  if (error) throw error;
  return data;
};

export type Lead = Awaited<ReturnType<typeof loadLeads>>[number];

/** Reports a dead lead. @returns the state of its case: `upheld` if it could be decided at once */
export const reportLead = async (
  db: Db,
  { jobId, problem, details }: LeadReport,
): Promise<string> => {
  const { data, error } = await db.rpc("report_lead", {
    job_id: jobId,
    problem,
    ...(details ? { details } : {}),
  });
  if (error) throw error;
  // The membership may end later now.
  await refreshSession();
  return data;
};
