import type { LeadReport } from "#domain/membership-days-back.ts";
import type { Db } from "#web/session/database.ts";
import { refreshSession } from "#web/session/session.ts";

/** The member's reports of dead leads, and the contacts that can still be reported, newest first. */
export const loadLeads = async (db: Db) => {
  const { data, error } = await db.rpc("list_leads");
  if (error) throw error;
  return {
    /** Not reported; unlocked recently enough. */
    reportable: data.filter(({ case_number }) => !case_number),
    reported: data.filter(({ case_number }) => case_number),
  };
};

export type Leads = Awaited<ReturnType<typeof loadLeads>>;
export type Lead = Leads["reported"][number];

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
