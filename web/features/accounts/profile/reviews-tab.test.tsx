import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReviewsTab } from "./reviews-tab.tsx";

const shown = (edited_at: string | null) =>
  renderToStaticMarkup(
    <ReviewsTab
      reviews={[
        {
          id: "1",
          author_name: "Cleo Walker",
          title: "Quick and kind",
          description: null,
          reply: null,
          rating: 4,
          created_at: "2026-11-22T10:00:00Z",
          edited_at,
        },
      ]}
    />,
  );

it("shows in the owner's Reviews tab too that a moderator edited a review", () => {
  expect(shown("2026-11-22T11:00:00Z")).toContain("edited by a moderator");
  expect(shown(null)).not.toContain("moderator");
});

it("says what has no reply, and leads there", () => {
  expect(shown(null)).toContain("No reply yet");
  expect(shown(null)).toContain("unanswered=yes");
});
