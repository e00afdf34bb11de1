import { expect, it } from "vitest";
import { dayAhead, formatDay } from "#domain/values/dates.ts";
import { myJob } from "#tests/examples/my-job.ts";
import { nextStepOf } from "./next-step.ts";

const hired = { status: "hired", provider_id: "7", provider: "Dovetail Yard" } as const;
const yesterday = dayAhead(-1);
const tomorrow = dayAhead(1);

it.each([
  [{}, "Find local professionals", "No quotes yet. Ask someone yourself while you wait.", false],
  [
    { unlocks: 2 },
    "Find local professionals",
    "2 professionals have your contact details. No quotes yet.",
    false,
  ],
  [{ quotes: 1, new_quotes: 1 }, "Read the quote", "A new quote has arrived.", true],
  [{ quotes: 1 }, "Read the quote", "One quote to decide on.", true],
  [{ quotes: 3, new_quotes: 3 }, "Compare quotes", "3 new quotes.", true],
  [{ quotes: 3, new_quotes: 2 }, "Compare quotes", "3 quotes, 2 of them new.", true],
  [{ quotes: 3 }, "Compare quotes", "3 quotes to decide on.", true],
  [hired, "See what you agreed", "You hired Dovetail Yard.", false],
  [
    { ...hired, starts_on: tomorrow },
    "See what you agreed",
    `You hired Dovetail Yard. The earliest start is ${formatDay(tomorrow)}.`,
    false,
  ],
  [
    { ...hired, starts_on: yesterday },
    "Is it done?",
    `Dovetail Yard was due to start on ${formatDay(yesterday)}.`,
    true,
  ],
  [
    { ...hired, starts_on: yesterday, said_done: true },
    "Confirm it's done",
    "Dovetail Yard says the work is done. Is it?",
    true,
  ],
  [
    { ...hired, status: "done", may_review: true },
    "Leave feedback for Dovetail Yard",
    "Dovetail Yard has finished. How was it?",
    true,
  ],
] as const)("of a job with %j is “%s”", (facts, label, says, waits) => {
  expect(nextStepOf(myJob(facts))).toMatchObject({ label, says, waits });
});

it("is missing where nothing is expected of anybody", () => {
  for (const status of ["closed", "expired", "stopped", "paused"])
    expect(nextStepOf(myJob({ status, quotes: 2 })), status).toBeNull();
  // Reviewed already, or not to be reviewed yet.
  expect(nextStepOf(myJob({ ...hired, status: "done", may_review: false }))).toBeNull();
  expect(nextStepOf(myJob({ status: "done", may_review: true }))).toBeNull();
});

it("leads to the people of the trade near by, to the job, and to the review", () => {
  expect(nextStepOf(myJob())?.to).toBe(
    "/directory?category=Trades+%26+Home+Services+%3E+Carpentry&location=Leeds",
  );
  expect(nextStepOf(myJob({ id: "9", quotes: 2 }))?.to).toBe("/job-directory?job=9");
  expect(nextStepOf(myJob({ ...hired, id: "9", status: "done", may_review: true }))?.to).toBe(
    "/directory/7?tab=feedback&job=9#leave-feedback",
  );
});
