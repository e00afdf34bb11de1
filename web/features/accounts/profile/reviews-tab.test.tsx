import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { ReviewsTab } from "./reviews-tab.tsx";

const review = (id: string, title: string, rating: number) => ({
  id,
  provider_id: "me",
  user_id: "cleo",
  author_name: "Cleo Walker",
  title,
  description: null,
  rating,
  created_at: "2026-11-22T10:00:00Z",
  edited_at: null,
  original_title: null,
  original_description: null,
  approved: true,
  verified: false,
  invited: false,
  work: null,
  worked_on: null,
  in_contact: false,
  pictures: [],
  in_portfolio: false,
  superseded: false,
});
const reply = { id: "r", reply_text: "My pleasure.", updated_at: "2026-11-23T10:00:00Z" };

const shown = (waiting: string[], answered: string[], superseded: string[] = []) => {
  const reviews = {
    waiting: waiting.map((title) => ({ ...review(title, title, 4), reply: null })),
    answered: answered.map((title) => ({
      ...review(title, title, 5),
      superseded: superseded.includes(title),
      reply,
    })),
  };
  const profile = { id: "me", business_name: "Walker Joinery" } as never;
  const Stub = createRoutesStub([
    { path: "/", Component: () => <ReviewsTab reviews={reviews} profile={profile} /> },
  ]);
  return renderToStaticMarkup(<Stub initialEntries={["/"]} />);
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
