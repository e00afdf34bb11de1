import { expect, it } from "vitest";
import { NO_FILTER } from "#domain/jobs/jobs.ts";
import { draw } from "#tests/draw.tsx";
import { myJob } from "#tests/examples/my-job.ts";
import { NewJobs } from "#web/features/jobs/jobs-of-trade.tsx";
import type { Job } from "#web/features/jobs/queries.ts";
import { ActiveJobs } from "./dashboard-panels.tsx";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

it("lists a client's jobs with what each waits for, and none that is over", () => {
  const jobs = [
    myJob({ title: "Fix a gate", quotes: 3, new_quotes: 2, expires_at: inDays(9) }),
    myJob({ id: "2", title: "Old fence", status: "closed" }),
  ];
  const quoters = new Map([[jobs[0]?.id ?? "", { people: [], from: "from £90" }]]);
  const html = draw(<ActiveJobs jobs={jobs} quoters={quoters} />);
  expect(html).toContain("Fix a gate");
  expect(html).toContain("3 quotes, 2 of them new, from £90.");
  expect(html).toContain("9 days left");
  expect(html).not.toContain("Old fence");
  expect(draw(<ActiveJobs jobs={jobs.slice(1)} quoters={quoters} />)).toBe("");
});

it("leads from a provider's new jobs to the search that found them", () => {
  const job = {
    id: "7",
    title: "Hang six doors",
    location: "York",
    budget: null,
    posted_date: "2026-01-05",
  } as Job;
  const found = { filter: { ...NO_FILTER, category: "Carpentry" }, jobs: [job], requests: [] };
  const html = draw(<NewJobs found={found} />);
  expect(html).toContain("New jobs in your trade");
  expect(html).toContain('href="/job-directory?category=Carpentry"');
  expect(html).toMatch(/York<.*>Budget to be agreed<.*<time[^>]*>\d+ days ago</);
  expect(draw(<NewJobs found={{ filter: NO_FILTER, jobs: [], requests: [] }} />)).toContain(
    "No open jobs",
  );
});
