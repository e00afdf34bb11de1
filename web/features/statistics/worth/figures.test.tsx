import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { worthOf } from "#tests/examples/worth.ts";
import { FurtherFigures, MainFigures } from "./figures.tsx";

const shown = (Part: typeof MainFigures, figures: Parameters<typeof worthOf>[0]) =>
  draw(<Part worth={worthOf(figures)} />).replace(/<[^>]+>/g, "");

it("names the figures of the last 30 days, and what helps where there are none", () => {
  expect(shown(MainFigures, { views: 69, found: 1200 })).toContain("Found in search1,200");
  expect(shown(MainFigures, { views: 1 })).not.toContain("Nobody has");
  expect(shown(MainFigures, {})).toContain("Nobody has viewed or found your page in this time.");
  expect(shown(FurtherFigures, { jobs_won: 2 })).toContain("Jobs won2");
  expect(shown(FurtherFigures, { enquiries: 4 })).toContain("Answered within a day0 of 4");
});
