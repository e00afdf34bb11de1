import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { reviewed } from "#tests/examples/reviewed.ts";
import { RepeatedHires } from "./admin/repeated-hires.tsx";
import { FeedbackTab } from "./feedback-tab.tsx";
import type { Reviewer } from "./queries.ts";

const item = (id: string, superseded: boolean) =>
  reviewed({ id, provider_id: "member", verified: true, in_contact: true, superseded });

const shown = (viewer: Partial<Reviewer>) =>
  draw(
    <FeedbackTab
      provider={{ id: "member", name: "Member Ltd", ratingAverage: 5 }}
      page={{
        filters: { order: "newest", stars: null, verified: false, page: 1 },
        items: [item("new", false), item("old", true)],
        matching: 2,
        summary: {
          counts: [{ rating: 5, total: 1 }],
          total: 1,
          verified: { total: 1, average: 5 },
          invited: 0,
          requests: 0,
        },
      }}
      viewer={{
        userId: "ann",
        given: null,
        hireId: null,
        job: null,
        opensAt: null,
        publication: "at once",
        ...viewer,
      }}
      loginPath="/login"
    />,
  );

it("says of an earlier review that it is not in the rating, whose number is of those that count", () => {
  const text = shown({});
  expect(text.match(/not in the rating/g)).toHaveLength(1);
  expect(text).toMatch(/id="feedback-old".*not in the rating/s);
  expect(text).toContain("1 review</span>");
});

it("says when feedback about a hire opens, and offers no form before", () => {
  expect(shown({})).toContain("Add Feedback");
  const text = shown({ opensAt: "2026-12-04T00:00:00Z" });
  expect(text).toContain("You can leave feedback from 4 Dec 2026");
  expect(text).toContain("as soon as you and Member Ltd have both");
  expect(text).not.toContain("Add Feedback");
});

it("tells authors what became of their feedback", () => {
  const thanks = "Thank you for your feedback";
  expect(shown({ given: "public" })).toContain("You have left feedback for Member Ltd.");
  expect(shown({ given: "pending" })).toContain("once a moderator has approved it");
  const hidden = shown({ given: "hidden" });
  expect(hidden).toContain("A moderator has hidden your feedback");
  expect(hidden).not.toContain(thanks);
  for (const given of ["public", "pending", "hidden"] as const)
    expect(shown({ given })).not.toContain("Add Feedback");
});

it("shows moderators who hire each other again and again, and nothing where nobody does", () => {
  const pair = { client_id: "c", client: "Ann", provider_id: "p", provider: "Bo", hires: 4 };
  const text = draw(<RepeatedHires hires={[{ ...pair, reviews: 1 }]} />);
  expect(text.replaceAll(/<[^>]+>/g, "")).toContain("Ann hired Bo 4 times and wrote 1 review");
  expect(draw(<RepeatedHires hires={[]} />)).toBe("");
});
