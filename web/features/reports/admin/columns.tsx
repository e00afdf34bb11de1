import { fullNameOf } from "#domain/accounts/accounts.ts";
import {
  isWaiting,
  reportReasonLabel,
  reportStateLabel,
  reportTargetLabel,
} from "#domain/reports/reports.ts";
import { formatDay, timeAgo } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Column } from "#web/ui/table.tsx";
import { type Report, type ReportSearch, writeReportSearch } from "../queries.ts";
import { STATE_TONES } from "../state-tones.ts";

/** One case, with the list that it is in. */
export const casePath = (search: ReportSearch, id: string): string => {
  const query = writeReportSearch(search);
  return `/admin/reports${query}${query ? "&" : "?"}case=${id}`;
};

const STATE: Column<Report> = {
  key: "state",
  header: "State",
  // Most cases that wait are open: only what differs has a colour.
  cell: ({ state }) =>
    state === "open" ? (
      <span className="text-ink-soft">{reportStateLabel(state)}</span>
    ) : (
      <Badge tone={STATE_TONES[state] ?? "neutral"}>{reportStateLabel(state)}</Badge>
    ),
};

/** The columns of a list of cases. */
export const columnsOf = (search: ReportSearch, reports: readonly Report[]): Column<Report>[] => [
  {
    key: "about",
    header: "About",
    primary: true,
    cell: ({ id, case_number, target_label, target_type }) => (
      <Link to={casePath(search, id)} className="group block wrap-anywhere">
        <span className="block text-xs font-normal text-ink-soft">
          {reportTargetLabel(target_type)} <span className="px-0.5">·</span> {case_number}
        </span>{" "}
        <span className="link">{target_label}</span>
      </Link>
    ),
  },
  {
    key: "reason",
    header: "Reason",
    wide: true,
    cell: ({ reason, details }) => (
      <span className="block wrap-anywhere max-md:pb-2">
        <span className="font-semibold">{reportReasonLabel(reason)}</span>
        {details && <span className="line-clamp-2 text-ink-soft">{details}</span>}
      </span>
    ),
  },
  // The tab says it of the others.
  ...(reports.some(({ state }) => isWaiting(state) && state !== "open") ? [STATE] : []),
  {
    key: "reported",
    header: "Reported",
    cell: ({ created_at, reporter, reporter_email }) => (
      <span className="text-ink-soft wrap-anywhere">
        <time className="whitespace-nowrap" dateTime={created_at} title={formatDay(created_at)}>
          {timeAgo(created_at)}
        </time>
        <br />
        by {reporter ? fullNameOf(reporter, "a member") : (reporter_email ?? "a visitor")}
      </span>
    ),
  },
  {
    key: "review",
    header: <span className="sr-only">Review</span>,
    align: "end",
    cell: ({ id, case_number, state }) =>
      isWaiting(state) && (
        <ButtonLink to={casePath(search, id)} size="sm" variant="outline">
          Review<span className="sr-only"> {case_number}</span>
        </ButtonLink>
      ),
  },
];
