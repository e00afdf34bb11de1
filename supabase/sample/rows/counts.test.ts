import { expect, test } from "vitest";
import { countRows } from "./counts.ts";

test("the sample counts each day once, also in the hour of a night that the clocks' change moves to another day", () => {
  // From 23:00 on, 30 times 24 hours back from here meet 25 October, a day of 25 hours, twice.
  for (const now of ["2026-11-03T23:30:00Z", "2026-11-24T12:00:00Z", "2027-05-01T22:30:00Z"]) {
    const keys = countRows(Date.parse(now)).map(({ provider_id, day, kind }) =>
      [provider_id, day, kind].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
  }
});
