import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { Report, ReportCase, ReportSearch } from "../queries.ts";
import { ReportsScreen } from "./reports-screen.tsx";

const report = (id: string, state = "open"): Report => ({
  id,
  case_number: `R-${id}`,
  target_type: "profile",
  target_label: "Rita Roof Ltd",
  reason: "spam",
  state,
  created_at: "2026-11-02T09:00:00Z",
});

const nextOf = (open: Report, list: Report[], search: Partial<ReportSearch> = {}) => {
  const found: ReportCase = {
    ...open,
    target_path: "/directory/rita",
    details: null,
    reporter_id: null,
    reporter_email: null,
    outcome_reason: null,
    appeal_text: null,
    reporter: null,
    events: [],
  };
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <ReportsScreen
          search={{ state: "waiting", page: 1, open: open.id, ...search }}
          list={{ reports: list, total: list.length, counts: { waiting: 2, open: 2 } }}
          found={found}
        />
      ),
    },
  ]);
  const html = renderToStaticMarkup(<Stub initialEntries={["/"]} />);
  return /href="([^"]*)"[^>]*>Next case ([^<]*(?:<!-- -->[^<]*)*)</.exec(html)?.slice(1).join(" ");
};

const plain = (text: string | undefined) => text?.replaceAll("<!-- -->", "");

it("leads from a waiting case to the one after it", () => {
  const list = [report("1"), report("2"), report("3")];
  expect(plain(nextOf(report("2"), list))).toBe("/admin/reports?case=3 (3 of 3)");
  expect(nextOf(report("3"), list)).toBeUndefined();
});

it("leads from a decided case, which has left the list, to the first that waits", () => {
  const list = [report("2"), report("3")];
  expect(plain(nextOf(report("1", "rejected"), list))).toBe("/admin/reports?case=2 (1 of 2)");
  expect(nextOf(report("1", "rejected"), [])).toBeUndefined();
});

it("calls no decided case the next one", () => {
  const list = [report("1", "upheld"), report("2", "upheld")];
  expect(nextOf(report("1", "upheld"), list, { state: "upheld" })).toBeUndefined();
});
