import { expect, it } from "vitest";
import { enquiryDraft, jobDraft, visitorDraftAt } from "./visitor-drafts.ts";

it("knows the draft of a page that a visitor writes on", () => {
  expect(visitorDraftAt("/directory/p1?action=contact")).toMatchObject({
    draft: enquiryDraft("p1"),
    back: "Back to your message",
  });
  expect(visitorDraftAt("/post-job?title=Shelf")).toMatchObject({
    draft: jobDraft(),
    back: "Finish posting your job",
  });
});

it.each([null, "/", "/directory/p1", "/directory/p1/x?action=contact", "/post-job?edit=1"])(
  "knows none of %s",
  (path) => expect(visitorDraftAt(path)).toBeNull(),
);

it("names a draft for each person, and one for visitors", () => {
  expect(enquiryDraft("p1")).not.toBe(enquiryDraft("p1", "u1"));
  expect(jobDraft()).not.toBe(jobDraft("u1"));
  expect(jobDraft("u1", "j1")).not.toBe(jobDraft("u1"));
});
