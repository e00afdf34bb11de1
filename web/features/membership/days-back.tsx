import { useEffect, useState } from "react";
import { DAYS_BACK, LEAD_REPORT_DAYS, MOST_DAYS_BACK } from "#domain/membership-days-back.ts";
import { isWaiting, reportReasonLabel } from "#domain/reports.ts";
import { formatDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Lead, type Leads, loadLeads } from "./leads.ts";
import { ReportLead } from "./report-lead.tsx";

const Outcome = ({ state, days_back }: Lead) => {
  if (isWaiting(state)) return <Badge tone="warning">Being checked</Badge>;
  if (days_back === null) return <Badge>Not accepted</Badge>;
  return days_back > 0 ? (
    <Badge tone="success">{countOf(days_back, "day", "days")} added</Badge>
  ) : (
    <Badge>Yearly limit reached</Badge>
  );
};

const COLUMNS: Column<Lead>[] = [
  {
    key: "job",
    header: "Job",
    primary: true,
    cell: ({ title, case_number, link_key }) => (
      <Link to={`/reports/${case_number}?key=${link_key}`} className="link wrap-anywhere">
        {title}
      </Link>
    ),
  },
  { key: "problem", header: "Problem", cell: ({ problem }) => reportReasonLabel(problem) },
  { key: "reported", header: "Reported", cell: ({ reported_at }) => formatDay(reported_at) },
  { key: "outcome", header: "Outcome", cell: (lead) => <Outcome {...lead} /> },
];

/** Contacts that were no use: how to report them, and the ledger of the days that were given back. */
export const DaysBack = () => {
  const [leads, setLeads] = useState<Leads | "failed" | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let here = true;
    performWrite(loadLeads).then(
      (found) => here && setLeads(found),
      () => here && setLeads("failed"),
    );
    return () => {
      here = false;
    };
  }, [attempt]);
  return (
    <section aria-labelledby="days-back" className="grid grid-cols-1 gap-4">
      <h2 id="days-back" className="text-xl">
        Days back for contacts that were no use
      </h2>
      <p className="max-w-prose text-ink-soft">
        Report one within {LEAD_REPORT_DAYS} days. If we agree, we add {DAYS_BACK} days to the end
        of your membership, up to {MOST_DAYS_BACK} days a year.
      </p>
      {leads === null && <Skeleton className="h-16 w-full" />}
      {leads === "failed" && (
        <RetryAlert
          title="Your reports could not be loaded."
          onRetry={() => {
            setLeads(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      {leads !== null && leads !== "failed" && (
        <>
          {leads.reported.length > 0 && (
            <Table
              caption="Days back"
              columns={COLUMNS}
              rows={leads.reported}
              rowKey={({ case_number }) => case_number}
            />
          )}
          {leads.reportable.length > 0 ? (
            <Button variant="outline" className="justify-self-start" onClick={() => setOpen(true)}>
              Report a contact
            </Button>
          ) : (
            <p>You have no recent contacts to report.</p>
          )}
          <Dialog open={open} onOpenChange={setOpen} title="Report a contact">
            {open && (
              <ReportLead
                leads={leads.reportable}
                onDone={() => {
                  setOpen(false);
                  setAttempt(attempt + 1);
                }}
              />
            )}
          </Dialog>
        </>
      )}
    </section>
  );
};
