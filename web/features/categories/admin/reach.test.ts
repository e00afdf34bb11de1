import { expect, it } from "vitest";
import { countsOf } from "./reach.ts";

it("names what a merger moves, and only what there is", () => {
  const none = { providers: 0, seekers: 0, jobs: 0, services: 0 };
  expect(countsOf(none, "Solutionz")).toBe("nobody and nothing");
  expect(countsOf({ ...none, jobs: 1 }, "Solutionz")).toBe("1\u00a0job");
  expect(
    countsOf({ providers: 1200, seekers: 1, jobs: 2, services: 3 }, "Solutionz").replaceAll(
      "\u00a0",
      " ",
    ),
  ).toBe("1,200 Solutionz Providers, 1 Solutionz Seeker, 2 jobs and 3 services");
});
