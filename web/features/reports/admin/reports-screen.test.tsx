import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import type { Report, ReportCase, ReportSearch } from "../queries.ts";
import type { LoadedReport } from "../reported.ts";
import { ReportsScreen } from "./reports-screen.tsx";

const report = (id: string, state = "open"): Report => ({
  id,
  case_number: `R-${id}`,
  target_type: "profile",
  target_label: "Rita Roof Ltd",
  reason: "spam",
  state,
  details: null,
  created_at: "2026-11-02T09:00:00Z",
  reporter_email: null,
  reporter: null,
});

const textOf = (
  open: Report,
  list: Report[],
  more: Partial<Omit<ReportCase, "state"> & ReportSearch> = {},
  reported: LoadedReport | null = { item: null },
) => {
  const found: ReportCase = {
    target_id: "rita",
    target_path: "/directory/rita",
    reporter_id: null,
    outcome_reason: null,
    appeal_text: null,
    owner: { first_name: "Rita", last_name: "Roof", email: "rita@roof.example" },
    events: [],
    ...open,
    reporter: null,
    ...more,
    state: open.state,
  };
  const counts = { waiting: 2, upheld: 0, rejected: 0 };
  return draw(
    <ReportsScreen
      search={{ state: "waiting", page: 1, open: open.id, ...more } as ReportSearch}
      list={{ reports: list, total: list.length, counts }}
      found={found}
      reported={reported}
    />,
  );
};

const nextOf = (...about: Parameters<typeof textOf>) => {
  const html = textOf(...about);
  return [/Case \d+ of \d+/.exec(html)?.[0], /href="([^"]*)"[^>]*>Next case</.exec(html)?.[1]];
};

it("leads from a waiting case to the one after it", () => {
  const list = [report("1"), report("2"), report("3")];
  expect(nextOf(report("2"), list)).toEqual(["Case 2 of 3", "/admin/reports?case=3"]);
  expect(nextOf(report("3"), list)).toEqual(["Case 3 of 3", undefined]);
});

it.each<[string, Partial<Omit<ReportCase, "state">>]>([
  [
    "The reporter left no email address. If upheld, we&#x27;ll email your reasons to Rita Roof. Your reasons are kept",
    {},
  ],
  ["The reporter left no email address. Your reasons are kept", { owner: null }],
  [
    "We&#x27;ll email your reasons to the reporter and, if upheld, to Rita Roof, and keep",
    { reporter_email: "worried@people.example" },
  ],
  [
    "We&#x27;ll email your reasons to the reporter, and keep",
    { owner: null, reporter: { first_name: "Wanda", last_name: "Worry", email: "w@w.example" } },
  ],
])("promises no email to anybody without an address: %s", (hint, more) => {
  expect(textOf(report("1"), [report("1")], more)).toContain(hint);
});

const ITEM = { title: "Mend a roof", facts: [], text: null, pictures: [], isPublic: true };
const NOT_SHOWN = "It is not listed, or was hidden, closed or deleted.";
const NOT_LOADED = "Failed to load what was reported";
const JOB_ACTION = "#moderation";

it.each<[target: string, reported: LoadedReport | null, says: string[], not: string[]]>([
  [
    "job",
    { item: ITEM, reports: 2 },
    ["The job, as it is now", JOB_ACTION, "Delete the job instead", "Other reports</dt><dd>2<"],
    [NOT_SHOWN, NOT_LOADED],
  ],
  ["job", { item: { ...ITEM, isPublic: false } }, ["Close or delete the job"], ["Other reports"]],
  ["profile", { item: null, reports: 0 }, [NOT_SHOWN, "Other reports</dt><dd>None<"], []],
  ["job", { item: null }, [NOT_SHOWN], [NOT_LOADED, JOB_ACTION]],
  ["job", null, [NOT_LOADED, "Try Again"], [NOT_SHOWN, JOB_ACTION, "Visitors do not see it"]],
  ["profile", { item: null }, [NOT_SHOWN, "Hide or deactivate the account"], [NOT_LOADED]],
  ["profile", null, [NOT_LOADED, "Hide or deactivate the account"], [NOT_SHOWN]],
])(
  "says of a %s with %j what is known, and offers what can be done",
  (target_type, reported, says, not) => {
    const html = textOf(report("1"), [report("1")], { target_type }, reported);
    for (const words of says) expect(html).toContain(words);
    for (const words of not) expect(html).not.toContain(words);
  },
);

it.each<[target: string, state: string, isPublic: boolean, says: string | null]>([
  ["job", "upheld", true, "The job is still public"],
  ["feedback", "upheld", true, "The feedback is still public"],
  ["job", "upheld", false, null],
  ["job", "rejected", true, null],
  ["job", "open", true, null],
])("after a report of a %s (%s, public: %s) says %s", (target_type, state, isPublic, says) => {
  const target_path = "/job-directory?job=1";
  const reported = { item: { ...ITEM, isPublic } };
  const html = textOf(report("1", state), [], { target_type, target_path }, reported);
  if (says) expect(html).toContain(says);
  else expect(html).not.toContain("still public");
  const remedy = 'href="/job-directory?job=1#moderation"';
  if (state === "rejected") expect(html).not.toContain(remedy);
  else if (target_type === "job") expect(html).toContain(remedy);
});
