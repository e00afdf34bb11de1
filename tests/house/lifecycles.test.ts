import { describe, expect, it } from "vitest";
import { JOB_DAYS } from "#domain/jobs/lifecycle.ts";
import { GRACE_DAYS } from "#domain/membership/plans.ts";
import { LIFECYCLE_NOUNS, lifecycleOf } from "../lifecycles.ts";

it("the lifecycles are those of a job, a membership and a coupon", () => {
  expect(LIFECYCLE_NOUNS).toEqual(["Job", "Membership", "Coupon"]);
});

it("the lifecycles name the days that the code has", () => {
  const says = (noun: string, event: string) =>
    lifecycleOf(noun).events.find(({ name }) => name === event)?.says;
  expect(says("Job", "post")).toBe(`Shown for ${JOB_DAYS} days.`);
  expect(says("Job", "still looking")).toContain(`${JOB_DAYS} more days`);
  expect(says("Membership", "payment fails")).toContain(`for ${GRACE_DAYS} more days`);
});

describe.each(LIFECYCLE_NOUNS)("the lifecycle of a %s", (noun) => {
  const { states, events, drawing } = lifecycleOf(noun);
  const names = Object.keys(states);

  it("is drawn as its table says", () => {
    expect(drawing).toEqual([
      ...names.map((state) => `  ${state}`),
      ...events.map(({ name, from, to }) => `  ${from ?? "[*]"} --> ${to ?? "[*]"}: ${name}`),
    ]);
  });

  it("begins, leads between states that it has, and reaches each", () => {
    expect(events.some(({ from }) => from === null)).toBe(true);
    for (const { from, to, by, says } of events) {
      expect(from === null || names.includes(from)).toBe(true);
      expect(to === null || names.includes(to)).toBe(true);
      expect(from ?? to).not.toBeNull();
      expect(by.every((who) => who !== "")).toBe(true);
      expect(says).toMatch(/\.$/);
    }
    for (const name of names) expect(events.some(({ to }) => to === name)).toBe(true);
  });
});
