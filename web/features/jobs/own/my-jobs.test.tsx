import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { myJob } from "#tests/examples/my-job.ts";
import type { Quoters } from "../quotes/quoters.ts";
import { MyJobs } from "./my-jobs.tsx";

const shown = (job: object, quoters: [string, Quoters][] = []) =>
  draw(<MyJobs jobs={[myJob(job)]} quoters={new Map(quoters)} userId="u" />);

it("says from which price the quotes of a job are, and who sent them, where that is known", () => {
  const job = { quotes: 3, new_quotes: 3 };
  const { id } = myJob(job);
  const html = shown(job, [[id, { people: [{ name: "Ann Oak", src: null }], from: "from £90" }]]);
  expect(html).toContain("3 new quotes, from £90.");
  expect(html).toContain("AO");
  expect(shown(job)).toContain("3 new quotes.");
});

it("lists work that is done under the past jobs, with the review that is missing", () => {
  const done = { status: "done", provider: "Bob", provider_id: "b", may_review: true };
  const [active, past] = shown(done).split("Past jobs");
  expect(active).not.toContain("Fix a gate");
  expect(past).toContain("Leave feedback for Bob");
  expect(shown({ ...done, reviewed: true, may_review: false })).not.toContain("Leave feedback");
});
