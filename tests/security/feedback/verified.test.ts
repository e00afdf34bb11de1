import { beforeEach, expect, it } from "vitest";
import { enquiryActs } from "#tests/security/enquiries/acts.ts";
import {
  allowed,
  dataOf,
  FORBIDDEN,
  type Name,
  postJob,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { feedbackActs } from "./acts.ts";

const world = testWorld();
beforeEach(() =>
  world.sql("delete from public.feedback; delete from public.jobs; delete from public.enquiries"),
);

const { insert: give } = feedbackActs(() => world);
const meet = async () => {
  const job_id = await postJob(world.people.seeker);
  await allowed(world.rpc("member", "reveal_job_contact", { job_id }));
};
const { enquire: send, answer } = enquiryActs(() => world);
const enquire = (who: Name, from: Name = "member") => dataOf<string>(send(who, from));
const inContact = () => world.see<boolean>("select in_contact from public.feedback");

it("has no label by its author's word", async () => {
  await allowed(give("seeker"));
  expect(await inContact()).toBe(false);
  const { seeker, admin } = world.people;
  for (const { client } of [seeker, admin]) {
    const change = client.from("feedback").update({ verified: true }).eq("user_id", seeker.id);
    await refused(change, FORBIDDEN);
  }
});

it("says contact when the provider had unlocked a job of the author's, and of nobody else's", async () => {
  await meet();
  await give("rival");
  expect(await inContact()).toBe(false);
  await world.sql("delete from public.feedback");
  await give("seeker");
  expect(await inContact()).toBe(true);
});

it("says contact by an enquiry that both wrote in, before the feedback or after it", async () => {
  const enquiry = await enquire("seeker");
  await answer("seeker", enquiry);
  await give("seeker");
  expect(await inContact(), "only one side wrote").toBe(false);
  await answer("member", enquiry);
  expect(await inContact(), "answered later").toBe(true);
  await world.sql("delete from public.feedback");
  await give("seeker");
  expect(await inContact(), "answered before").toBe(true);
});

it("says no contact by an enquiry of others, nor by one that the provider began", async () => {
  await answer("member", await enquire("rival"));
  await world.setProfile("hidden", "is_visible = true");
  await answer("hidden", await enquire("member", "hidden"));
  await give("seeker");
  await give("hidden");
  expect(await world.count("public.feedback where verified or in_contact")).toBe(0);
  await world.setProfile("hidden", "is_visible = false");
});

it("is summed up over public feedback, the same for everybody", async () => {
  await give("seeker", { rating: 2 });
  await give("rival", { rating: 5 });
  await give("plain", { rating: 5 });
  const hidden = { moderated_at: new Date().toISOString(), edit_reason: "Why" };
  await world.from("admin", "feedback").update(hidden).eq("user_id", world.people.plain.id);
  const provider = { p_provider: world.people.member.id };
  for (const who of ["visitor", "plain", "admin"] as const) {
    expect(await rows(world.rpc(who, "feedback_summary", provider)), who).toEqual([
      { rating: 5, total: 1, verified: 0, invited: 0 },
      { rating: 2, total: 1, verified: 0, invited: 0 },
    ]);
  }
});
