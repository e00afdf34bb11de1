import { useState } from "react";
import { DAYS_BACK, LEAD_REPORT_DAYS, MOST_DAYS_BACK } from "#domain/membership-days-back.ts";
import { isWaiting } from "#domain/reports.ts";
import { formatDay } from "#domain/values/dates.ts";
import { countOf } from "#domain/values/numbers.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Lead } from "./leads.ts";
import { ReportLead } from "./report-lead.tsx";

/** The newest that are shown at once. */
const FIRST = 5;

const STATES: Record<string, string> = {
  open: "Job open",
  closed: "Job closed",
  won: "You won it",
};

const Outcome = ({ state, days_back }: Lead) => {
  if (isWaiting(state)) return <Badge tone="warning">Being checked</Badge>;
  if (days_back === null) return <Badge>Not accepted</Badge>;
  return days_back > 0 ? (
    <Badge tone="success">{countOf(days_back, "day", "days")} added</Badge>
  ) : (
    <Badge>Yearly limit reached</Badge>
  );
};

/** Where the job is still shown to the member. */
const pathOf = ({ job_id, job_state }: Lead): string | null =>
  job_state === "open"
    ? `/job-directory?job=${job_id}`
    : job_state === "won"
      ? "/dashboard/quotes"
      : null;

const isReportable = ({ unlocked_at }: Lead): boolean =>
  Date.now() - Date.parse(unlocked_at) < LEAD_REPORT_DAYS * 86_400_000;

const Contact = ({ lead, onReport }: { lead: Lead; onReport: (lead: Lead) => void }) => {
  const { title, contact_name, job_state, unlocked_at, case_number, link_key } = lead;
  const path = pathOf(lead);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
      <p className="col-span-2 font-semibold wrap-anywhere">{title}</p>
      <p className="dotted col-span-2 text-sm text-ink-soft">
        {contact_name && <span className="font-semibold text-ink">{contact_name}</span>}
        {unlocked_at && <span>Unlocked {formatDay(unlocked_at)}</span>}
        <span>{STATES[job_state] ?? "Job closed"}</span>
      </p>
      {path ? (
        <Link to={path} className="link justify-self-start text-sm">
          {job_state === "open" ? "See contact details" : "See your quotes"}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      ) : (
        <span />
      )}
      {case_number ? (
        <Link to={`/reports/${case_number}?key=${link_key}`}>
          <VisuallyHidden>Your report about {title}: </VisuallyHidden>
          <Outcome {...lead} />
        </Link>
      ) : (
        isReportable(lead) && (
          <Button
            size="sm"
            variant="quiet"
            className="-mr-3 font-normal! text-ink-soft underline"
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

/** The contacts that the member unlocked, and the way to report one that was no use. */
export const Contacts = ({ leads }: { leads: readonly Lead[] | null }) => {
  const [reported, setReported] = useState<Lead | null>(null);
  const focus = useListFocus<HTMLUListElement>();
  const rows = (some: readonly Lead[]) =>
    some.map((lead) => <Contact key={lead.job_id} lead={lead} onReport={setReported} />);
  const earlier = leads?.slice(FIRST) ?? [];
  return (
    <section aria-labelledby="contacts" className="grid grid-cols-1 gap-2">
      <h2 id="contacts" tabIndex={-1} className="text-xl outline-none">
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
          <ul {...focus} className="mt-2 divide-y divide-line border-y border-line">
            {rows(leads.slice(0, FIRST))}
          </ul>
          {earlier.length > 0 && (
            <Fold label={`${earlier.length} earlier`}>
              <ul className="mt-2 divide-y divide-line border-y border-line">{rows(earlier)}</ul>
            </Fold>
          )}
          <p className="mt-2 max-w-prose text-sm text-ink-soft">
            Was one no use? Report it within {LEAD_REPORT_DAYS} days. If we agree, we add{" "}
            {DAYS_BACK} days to the end of your membership, up to {MOST_DAYS_BACK} days a year.
          </p>
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
