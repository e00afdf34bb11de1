import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { reviewed } from "#tests/examples/reviewed.ts";
import { LatestFeedback } from "./latest-feedback.tsx";

const shown = (edited_at: string | null) =>
  draw(<LatestFeedback items={[{ ...reviewed({}), edited_at }]} total={1} path="/directory/x" />);

it("shows on the About tab too that a moderator edited a review", () => {
  expect(shown("2026-11-22T11:00:00Z")).toContain("edited by a moderator");
  expect(shown(null)).not.toContain("moderator");
});
