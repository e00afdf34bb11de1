import { useState } from "react";
import { DAYS_BACK, LEAD_REPORT_DAYS, MOST_DAYS_BACK } from "#domain/membership-days-back.ts";
import { isWaiting } from "#domain/reports.ts";
import { daysUntil, formatDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Lead } from "./leads.ts";
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

const Contact = ({ lead, onReport }: { lead: Lead; onReport: (lead: Lead) => void }) => {
  const { job_id, title, unlocked_at, case_number, link_key } = lead;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
      <Link
        to={`/job-directory?job=${job_id}`}
        className="link col-span-2 justify-self-start font-semibold wrap-anywhere"
      >
        {title}
      </Link>
      <p className="text-sm text-ink-soft">{unlocked_at && `Unlocked ${formatDay(unlocked_at)}`}</p>
      {case_number ? (
        <Link to={`/reports/${case_number}?key=${link_key}`}>
          <VisuallyHidden>Your report about {title}: </VisuallyHidden>
          <Outcome {...lead} />
        </Link>
      ) : (
        daysUntil(unlocked_at) > -LEAD_REPORT_DAYS && (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Report: ${title}`}
            onClick={() => onReport(lead)}
          >
            Report
          </Button>
        )
      )}
    </li>
  );
};

/** Every contact that the member unlocked, and the way to report one that was no use. */
export const Contacts = ({ leads }: { leads: readonly Lead[] | null }) => {
  const [reported, setReported] = useState<Lead | null>(null);
  return (
    <section aria-labelledby="contacts" className="grid grid-cols-1 gap-2">
      <h2 id="contacts" tabIndex={-1} className="text-xl">
        Contacts you unlocked
      </h2>
      {!leads && <LoadProblem title="Failed to load your contacts" />}
      {leads?.length === 0 && (
        <>
          <p className="max-w-prose text-ink-soft">Contacts you unlock will appear here.</p>
          <ButtonLink to="/job-directory" variant="outline" className="mt-2 justify-self-start">
            Browse jobs
          </ButtonLink>
        </>
      )}
      {leads && leads.length > 0 && (
        <>
          <p className="max-w-prose text-ink-soft">
            Was one no use? Report it within {LEAD_REPORT_DAYS} days. If we agree, we add{" "}
            {DAYS_BACK} days to the end of your membership, up to {MOST_DAYS_BACK} days a year.
          </p>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {leads.map((lead) => (
              <Contact key={lead.job_id} lead={lead} onReport={setReported} />
            ))}
          </ul>
        </>
      )}
      <Dialog
        open={reported !== null}
        onOpenChange={(open) => !open && setReported(null)}
        title="Report a contact"
      >
        {reported && <ReportLead lead={reported} onDone={() => setReported(null)} />}
      </Dialog>
    </section>
  );
};
