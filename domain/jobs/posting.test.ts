import { expect, it } from "vitest";
import { LIMITS } from "#domain/values/limits.ts";
import { jobSchema, REVEAL_LIMITS } from "./posting.ts";

const JOB = {
  title: "Fix my roof",
  description: "It drips.",
  categories: ["IT"],
  location: "",
  budget: "",
  contact_name: "",
  contact_email: "me@example.org",
  contact_phone: "",
  pictures: [],
  reveal_limit: null,
};

it("accepts a job with the required fields only", () => {
  expect(jobSchema.safeParse(JOB).success).toBe(true);
  for (const reveal_limit of REVEAL_LIMITS) {
    expect(jobSchema.safeParse({ ...JOB, reveal_limit }).success).toBe(true);
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
  [{ contact_name: "n".repeat(121) }, "Please keep the name to 120 characters"],
  [{ contact_email: "" }, "Contact email is required"],
  [{ contact_email: "me@nowhere" }, "Invalid email address"],
  [{ contact_email: "me@example.c" }, "Invalid email address"],
  [{ contact_phone: "abc" }, "Invalid phone number format"],
  [{ contact_phone: "0".repeat(41) }, "Please keep the number to 40 characters"],
])("refuses %j", (change, message) => {
  const { error } = jobSchema.safeParse({ ...JOB, ...change });
  expect(error?.issues.map((issue) => issue.message)).toContain(message);
});

it.each([0, -1, 1.5, LIMITS.jobs.reveal_limit + 1])(
  "refuses a limit of %j reveals",
  (reveal_limit) => {
    expect(jobSchema.safeParse({ ...JOB, reveal_limit }).success).toBe(false);
  },
);
