import { expect, it } from "vitest";
import { parseCsv } from "#domain/csv.ts";
import { FIGURES } from "#domain/figures.ts";
import { courseFile, courseFileName } from "./course-file.ts";
import type { Course, Courses } from "./queries.ts";

const COURSES = {
  from: "2026-11-02",
  to: "2026-11-15",
  periods: [
    { from: "2026-11-02", to: "2026-11-08" },
    { from: "2026-11-09", to: "2026-11-15" },
  ],
} as Courses;
const course = (...amounts: number[]) => ({ amounts }) as Course;
const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

it("writes a row a period, refunds as negative pounds, and names the file after both", () => {
  const [signUps, , revenue] = FIGURES;
  expect(cellsOf(courseFile(signUps, COURSES, course(3, 0)))).toEqual([
    ["From", "To", "Sign-ups"],
    ["2026-11-02", "2026-11-08", "3"],
    ["2026-11-09", "2026-11-15", "0"],
  ]);
  expect(cellsOf(courseFile(revenue, COURSES, course(123_450, -500)))).toEqual([
    ["From", "To", "Revenue (£)"],
    ["2026-11-02", "2026-11-08", "1234.5"],
    ["2026-11-09", "2026-11-15", "-5"],
  ]);
  expect(courseFileName(signUps, COURSES)).toBe("sign-ups-2026-11-02-to-2026-11-15.csv");
});
