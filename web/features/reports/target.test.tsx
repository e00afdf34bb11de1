import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { REPORT_TARGETS } from "#domain/reports/reports.ts";
import { readTarget } from "./posted.ts";
import { ReportButton } from "./report-button.tsx";
import { reportPath } from "./target.ts";

const id = "5ea7c400-0000-4000-8000-000000000001";

it.each(REPORT_TARGETS)("reads a %s back from the address of its form", (type) => {
  const { searchParams } = new URL(reportPath({ type, id }), "https://www.example.org");
  expect(readTarget(searchParams)).toEqual({ type, id });
});

it("reads nothing else", () => {
  for (const query of [`type=toString&id=${id}`, `id=${id}`, "type=job&id=1", "type=job"])
    expect(readTarget(new URLSearchParams(query))).toBeNull();
});

it("gives crawlers no link to follow to the form", () => {
  const html = renderToStaticMarkup(<ReportButton target={{ type: "job", id }} what="Oak shelf" />);
  const link = /<noscript><a [^>]*>/.exec(html)?.[0];
  expect(link).toContain(`href="/report?type=job&amp;id=${id}"`);
  expect(link).toContain('rel="nofollow"');
});
