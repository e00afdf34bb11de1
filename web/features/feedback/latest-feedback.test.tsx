import { expect, it } from "vitest";
import type { FeedbackQuote } from "#domain/providers/results.ts";
import { draw } from "#tests/draw.tsx";
import { LatestFeedback } from "./latest-feedback.tsx";

const item = {
  id: "1",
  rating: 4,
  title: "Quick and kind",
  author_name: "Cleo Walker",
  created_at: "2026-11-22T10:00:00Z",
} as FeedbackQuote;

const shown = (edited_at: string | null) =>
  draw(<LatestFeedback items={[{ ...item, edited_at }]} total={1} path="/directory/x" />);

it("shows on the About tab too that a moderator edited a review", () => {
  expect(shown("2026-11-22T11:00:00Z")).toContain("edited by a moderator");
  expect(shown(null)).not.toContain("moderator");
});
