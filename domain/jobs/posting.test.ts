import { expect, it } from "vitest";
import { LIMITS } from "#domain/values/limits.ts";
import { jobSchema, REVEAL_LIMITS } from "./posting.ts";

const JOB = {
  title: "Fix my roof",
  description: "It drips.",
  categories: ["IT"],
  location: "",
  budget: "",
  contactName: "",
  contactEmail: "me@example.org",
  contactPhone: "",
  pictures: [],
  revealLimit: null,
};

it("accepts a job with the required fields only", () => {
  expect(jobSchema.safeParse(JOB).success).toBe(true);
  for (const revealLimit of REVEAL_LIMITS) {
    expect(jobSchema.safeParse({ ...JOB, revealLimit }).success).toBe(true);
  }
});

it.each([
  [{ title: " " }, "Job title is required"],
  [{ title: "t".repeat(151) }, "Please keep the title to 150 characters"],
  [{ description: "" }, "Description is required"],
  [{ description: "d".repeat(5001) }, "Please keep the description to 5,000 characters"],
  [{ categories: [] }, "You must select a service category for your job posting."],
  [{ categories: Array(11).fill("IT") }, "Please choose at most 10 categories"],
  [{ location: "l".repeat(121) }, "Please keep the location to 120 characters"],
  [{ budget: "9".repeat(101) }, "Please keep the budget to 100 characters"],
  [{ contactName: "n".repeat(121) }, "Please keep the name to 120 characters"],
  [{ contactEmail: "" }, "Contact email is required"],
  [{ contactEmail: "me@nowhere" }, "Invalid email address"],
  [{ contactEmail: "me@example.c" }, "Invalid email address"],
  [{ contactPhone: "abc" }, "Invalid phone number format"],
  [{ contactPhone: "0".repeat(41) }, "Please keep the number to 40 characters"],
])("refuses %j", (change, message) => {
  const { error } = jobSchema.safeParse({ ...JOB, ...change });
  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});

it.each([0, -1, 1.5, LIMITS.jobs.reveal_limit + 1])(
  "refuses a limit of %j reveals",
  (revealLimit) => {
    expect(jobSchema.safeParse({ ...JOB, revealLimit }).success).toBe(false);
  },
);
