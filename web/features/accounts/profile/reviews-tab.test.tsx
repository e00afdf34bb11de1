import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { reviewed } from "#tests/examples/reviewed.ts";
import { ReviewsTab } from "./reviews-tab.tsx";

const reply = { id: "r", reply_text: "My pleasure.", updated_at: "2026-11-23T10:00:00Z" };

const shown = (waiting: string[], answered: string[], superseded: string[] = []) => {
  const reviews = {
    waiting: waiting.map((title) => reviewed({ id: title, title, rating: 4 })),
    answered: answered.map((title) =>
      reviewed({ id: title, title, superseded: superseded.includes(title), reply }),
    ),
  };
  const profile = { id: "me", business_name: "Walker Joinery" } as never;
  return draw(<ReviewsTab reviews={reviews} profile={profile} />);
};

it("has those without a reply first, and their reply is written here", () => {
  const text = shown(["Quick and kind"], ["Neat work"]);
  expect(text).toMatch(/Quick and kind.*With your reply.*Neat work.*My pleasure\./s);
  expect(text).toMatch(/>Reply<span class="sr-only"> to “Quick and kind”/);
  expect(text).toContain("2 reviews, 4.5 on average. 1 without a reply");
});

it("has the average that the profile shows: of each person's newest", () => {
  const text = shown(["Neat work"], ["Poor work", "Quick work"], ["Poor work"]);
  expect(text).toContain(
    "3 reviews, 4.5 on average, counting each person&#x27;s newest. 1 without",
  );
});
