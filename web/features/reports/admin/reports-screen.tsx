import { isWaiting, REPORT_STATES, reportReasonLabel, reportStateLabel } from "#domain/reports.ts";
import { formatDay } from "#domain/values/dates.ts";
import { LoadFailure } from "#web/features/site/admin/index.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { useOpenedFocus } from "#web/ui/use-opened-focus.ts";
import {
  REPORTS_PAGE,
  type Report,
  type ReportCase,
  type ReportList,
  type ReportSearch,
  writeReportSearch,
} from "../queries.ts";
import { STATE_TONES } from "../state-tones.ts";
import { AdminCase } from "./case.tsx";

const casePath = (search: ReportSearch, id: string): string => {
  const query = writeReportSearch(search);
  return `/admin/reports${query}${query ? "&" : "?"}case=${id}`;
};

const columnsOf = (search: ReportSearch): Column<Report>[] => [
  {
    key: "case",
    header: "Case",
    primary: true,
    cell: ({ id, case_number }) => (
      <Link to={casePath(search, id)} className="link whitespace-nowrap">
        {case_number}
      </Link>
    ),
  },
  {
    key: "about",
    header: "About",
    cell: ({ target_label, target_type }) => (
      <span className="wrap-anywhere">
        {target_label} <span className="text-ink-soft">({target_type})</span>
      </span>
    ),
  },
  { key: "reason", header: "Reason", cell: ({ reason }) => reportReasonLabel(reason) },
  {
    key: "state",
    header: "State",
    cell: ({ state }) => (
      <Badge tone={STATE_TONES[state] ?? "neutral"}>{reportStateLabel(state)}</Badge>
    ),
  },
  {
    key: "reported",
    header: "Reported",
    cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDay(created_at)}</span>,
  },
];

const FILTERS = [["waiting", "Waiting"], ...Object.entries(REPORT_STATES)] as [
  ReportSearch["state"],
  string,
][];

const Queue = ({ search, list }: { search: ReportSearch; list: ReportList | null }) => (
  <>
    <div className="mb-6">
      <TabLinks
        label="States"
        links={FILTERS.map(([state, label]) => ({
          to: `/admin/reports${writeReportSearch({ state, page: 1 })}`,
          label,
          active: search.state === state,
          ...(list && (state === "waiting" || state === "open")
            ? { count: list.counts[state] }
            : {}),
        }))}
      />
    </div>
    <p role="status" className="mb-4 text-ink-soft">
      {list && `${list.total} ${list.total === 1 ? "report" : "reports"}`}
    </p>
    {list ? (
      <Table
        caption="Reports"
        columns={columnsOf(search)}
        rows={list.reports}
        rowKey={({ id }) => id}
        empty={
          <EmptyState art="shelf" title="No reports found">
            Choose another state above to see other reports.
          </EmptyState>
        }
      />
    ) : (
      <LoadFailure words="Failed to load reports" />
    )}
    <div className="mt-10">
      <Pagination
        page={search.page}
        pageCount={Math.ceil((list?.total ?? 0) / REPORTS_PAGE)}
        label="Pages of reports"
        href={(page) => `/admin/reports${writeReportSearch({ ...search, page })}`}
      />
    </div>
  </>
);

/** The way to the case after the open one, or to the first if the open one has left the list. */
const NextCase = ({
  search,
  list,
  open,
}: {
  search: ReportSearch;
  list: ReportList | null;
  open: string;
}) => {
  const next = list?.reports[list.reports.findIndex(({ id }) => id === open) + 1];
  if (!list || !next || !isWaiting(next.state)) return null;
  const place = (search.page - 1) * REPORTS_PAGE + list.reports.indexOf(next) + 1;
  return (
    <Link to={casePath(search, next.id)} className="link">
      Next case ({place} of {list.total})
    </Link>
  );
};

/** /admin/reports: the queue of cases, or one of them (`?case=`). */
export const ReportsScreen = ({
  search,
  list,
  found,
}: {
  search: ReportSearch;
  /** Null if it could not be loaded. */
  list: ReportList | null;
  found: ReportCase | null;
}) => {
  const place = useOpenedFocus(found?.id ?? null, "#case", (closed) => `a[href$="case=${closed}"]`);
  return (
    <div ref={place}>
      {found ? (
        <AdminCase
          found={found}
          back={`/admin/reports${writeReportSearch(search)}`}
          next={<NextCase search={search} list={list} open={found.id} />}
        />
      ) : (
        <Queue search={search} list={list} />
      )}
    </div>
  );
};
