import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { hireOf } from "#tests/examples/my-job.ts";
import { OwnJob } from "./own-job.tsx";
import type { Job } from "./queries.ts";
import type { JobHire } from "./quotes/queries.ts";

const job = { id: "7", title: "Hang a gate", status: "open", reveals_left: 2 } as Job;
const shown = (state: string, hire: Partial<JobHire> = {}) => {
  const own = { quotes: [], hire: hireOf(hire) };
  return draw(<OwnJob job={job} state={state} own={own} />);
};

it.each(["closed", "expired"])("a job that is %s is reopened here, not closed again", (state) => {
  const html = shown(state);
  expect(html).toContain("Reopen Hang a gate");
  expect(html).not.toMatch(/close the job|more may unlock/);
  // Reopening asks for an erased contact first.
  expect(shown(state, { contact_erased: true })).toMatch(
    /href="\/post-job\?edit=7"[^>]*aria-label="Reopen Hang a gate"|aria-label="Reopen Hang a gate"[^>]*href="\/post-job\?edit=7"/,
  );
});

it.each(["open", "hired", "done", "stopped"])("a job that is %s is not", (state) => {
  expect(shown(state)).not.toContain("Reopen");
});

it("says who else sees a job after a hire", () => {
  const hired = { outcome: "here", provider: "Bob", provider_id: "bob" } as const;
  for (const state of ["hired", "done", "closed"]) {
    expect(shown(state, hired)).toContain("Only you and the person you hired can see it.");
    expect(shown(state, { ...hired, contact_erased: true })).toContain("Only you can see it");
  }
  expect(shown("stopped", hired)).toContain("Only you can see it");
});
