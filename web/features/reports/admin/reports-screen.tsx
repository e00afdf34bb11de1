import { isWaiting, REPORT_STATES } from "#domain/reports/reports.ts";
import { countOf } from "#domain/values/numbers.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Table } from "#web/ui/table.tsx";
import { useOpenedFocus } from "#web/ui/use-opened-focus.ts";
import {
  type ListName,
  REPORTS_PAGE,
  type ReportCase,
  type ReportList,
  type ReportSearch,
  writeReportSearch,
} from "../queries.ts";
import type { LoadedReport } from "../reported.ts";
import { AdminCase } from "./case.tsx";
import { casePath, columnsOf } from "./columns.tsx";

/** Beside the tab, which shows only the number. */
const totalOf = (total: number, state: ListName): string => {
  const count = countOf(total, "report", "reports");
  return total > 1 ? `${count}, ${state === "waiting" ? "oldest" : "newest"} first` : count;
};

const TABS: [ListName, string][] = [
  ["waiting", "Waiting"],
  ["upheld", REPORT_STATES.upheld],
  ["rejected", REPORT_STATES.rejected],
];

const Queue = ({ search, list }: { search: ReportSearch; list: ReportList | null }) => (
  <>
    <div className={list?.total ? "mb-3" : "mb-6"}>
      <TabLinks
        label="States"
        links={TABS.map(([state, label]) => ({
          to: `/admin/reports${writeReportSearch({ state, page: 1 })}`,
          label,
          active: search.state === state,
          ...(list ? { count: list.counts[state] } : {}),
        }))}
      />
    </div>
    <p role="status" className={list?.total ? "mb-3 text-sm text-ink-soft" : "sr-only"}>
      {list && totalOf(list.total, search.state)}
    </p>
    {list ? (
      <Table
        caption="Reports"
        compact
        align="middle"
        columns={columnsOf(search, list.reports)}
        rows={list.reports}
        rowKey={({ id }) => id}
        empty={
          search.state === "waiting" ? (
            <EmptyState
              art="shelf"
              title="You're all caught up."
              action={<ButtonLink to="/admin/dashboard">Back to the dashboard</ButtonLink>}
            >
              No reports or appeals are waiting.
            </EmptyState>
          ) : (
            <EmptyState art="shelf" title="No reports found">
              Choose another state above to see other reports.
            </EmptyState>
          )
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

/** The place of the open case in its list, and the way to the one after it; if it has left the list, to the first. */
const NextCase = ({
  search,
  list,
  open,
}: {
  search: ReportSearch;
  list: ReportList | null;
  open: string;
}) => {
  const at = list?.reports.findIndex(({ id }) => id === open) ?? -1;
  const next = list?.reports[at + 1];
  const place = (search.page - 1) * REPORTS_PAGE + at + 1;
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-soft">
      {list && at >= 0 && <span>{`Case ${place} of ${list.total}`}</span>}
      {next && isWaiting(next.state) ? (
        <Link to={casePath(search, next.id)} className="link">
          Next case
        </Link>
      ) : at >= 0 ? null : list?.counts.waiting === 0 ? (
        <>
          <span>No other report is waiting.</span>
          <Link to="/admin/dashboard" className="link">
            Back to the dashboard
          </Link>
        </>
      ) : (
        <Link to="/admin/reports" className="link">
          See what is waiting
        </Link>
      )}
    </p>
  );
};

/** /admin/reports: the queue of cases, or one of them (`?case=`). */
export const ReportsScreen = ({
  search,
  list,
  found,
  reported,
}: {
  search: ReportSearch;
  /** Null if it could not be loaded. */
  list: ReportList | null;
  found: ReportCase | null;
  /** What the open case is about; null if it could not be loaded. */
  reported: LoadedReport | null;
}) => {
  const place = useOpenedFocus(found?.id ?? null, "#case", (closed) => `a[href$="case=${closed}"]`);
  return (
    <div ref={place}>
      {found ? (
        <AdminCase
          found={found}
          reported={reported}
          back={`/admin/reports${writeReportSearch(search)}`}
          // Of a list of decided cases no next step follows.
          queued={search.state === "waiting"}
          next={<NextCase search={search} list={list} open={found.id} />}
        />
      ) : (
        <>
          <PageHeader title="Reports" />
          <Queue search={search} list={list} />
        </>
      )}
    </div>
  );
};
