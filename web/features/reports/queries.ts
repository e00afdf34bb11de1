import { isWaiting, type ReportState, WAITING_STATES } from "#domain/reports/reports.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Db } from "#web/session/database.ts";

export const REPORTS_PAGE = 20;

/** The lists of cases: those on which an admin still has to act, and the decided ones. */
const LISTS = {
  waiting: WAITING_STATES,
  upheld: ["upheld"],
  rejected: ["rejected"],
} as const satisfies Record<string, readonly ReportState[]>;
export type ListName = keyof typeof LISTS;

export interface ReportSearch {
  state: ListName;
  page: number;
  /** The case that is open, by its id. */
  open: string | null;
}

export const readReportSearch = (params: URLSearchParams): ReportSearch => {
  const state = params.get("state") ?? "";
  const open = params.get("case");
  return {
    state: Object.hasOwn(LISTS, state) ? (state as ListName) : "waiting",
    page: Math.min(Math.max(Number.parseInt(params.get("page") ?? "1", 10) || 1, 1), 50_000),
    open: isUuid(open) ? open : null,
  };
};

export const writeReportSearch = ({
  state,
  page,
}: Pick<ReportSearch, "state" | "page">): string => {
  const params = new URLSearchParams();
  if (state !== "waiting") params.set("state", state);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query ? `?${query}` : "";
};

const countIn = async (db: Db, states: readonly ReportState[]): Promise<number> => {
  const all = db.from("reports").select("id", { count: "exact", head: true });
  const { count } = await all.in("state", states).throwOnError();
  return count ?? 0;
};

/** A page of cases: waiting ones oldest first, decided ones newest first. */
export const loadReports = async (db: Db, { state, page }: ReportSearch) => {
  const states = LISTS[state];
  const oldestFirst = states.some(isWaiting);
  const listing = db
    .from("reports")
    .select(
      "id, case_number, target_type, target_label, reason, details, state, created_at, reporter_email, reporter:profiles!reports_reporter_id_fkey(first_name, last_name)",
      { count: "exact" },
    )
    .in("state", states)
    .order("created_at", { ascending: oldestFirst })
    .order("id")
    .range((page - 1) * REPORTS_PAGE, page * REPORTS_PAGE - 1)
    .throwOnError();
  const [{ data, count }, waiting, upheld, rejected] = await Promise.all([
    listing,
    countIn(db, LISTS.waiting),
    countIn(db, LISTS.upheld),
    countIn(db, LISTS.rejected),
  ]);
  return { reports: data, total: count ?? 0, counts: { waiting, upheld, rejected } };
};

export type ReportList = Awaited<ReturnType<typeof loadReports>>;
export type Report = ReportList["reports"][number];

/** One case with its whole history. */
export const loadReport = async (db: Db, id: string) => {
  const { data } = await db
    .from("reports")
    .select(
      "id, case_number, target_type, target_id, target_label, target_path, reason, details, reporter_id, reporter_email, state, outcome_reason, appeal_text, created_at, reporter:profiles!reports_reporter_id_fkey(first_name, last_name, email), owner:profiles!reports_target_owner_fkey(first_name, last_name, email), events:report_events(id, state, note, created_at, actor:profiles(first_name, last_name))",
    )
    .eq("id", id)
    .order("id", { referencedTable: "report_events" })
    .maybeSingle()
    .throwOnError();
  return data;
};

export type ReportCase = NonNullable<Awaited<ReturnType<typeof loadReport>>>;

/** The state of a case for people with the link of its mails; null for a wrong link. */
export const loadOwnCase = async (db: Db, caseNumber: string, key: string | null) => {
  if (!isUuid(key)) return null;
  const { data } = await db
    .rpc("report_case", { case_number: caseNumber, link_key: key })
    .maybeSingle()
    .throwOnError();
  return data;
};

export type OwnCase = NonNullable<Awaited<ReturnType<typeof loadOwnCase>>>;
