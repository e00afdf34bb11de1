import { beforeEach, expect, it } from "vitest";
import { FORBIDDEN, type Name, outcome, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
beforeEach(async () => {
  await world.backend.db.query("delete from public.feedback");
  await world.backend.db.query("delete from public.jobs");
  await world.backend.db.query("delete from public.enquiries");
});

const give = (who: Name, more: Record<string, unknown> = {}) =>
  world.people[who].client.from("feedback").insert({
    provider_id: world.people.member.id,
    user_id: world.people[who].id,
    rating: 5,
    title: "Good",
    ...more,
  });
const meet = async () => {
  const { seeker, member } = world.people;
  const [job] = await rows<{ id: string }>(
    seeker.client
      .from("jobs")
      .insert({
        title: "Fix the roof",
        description: "It leaks.",
        category: "IT",
        user_id: seeker.id,
        contact_name: "Sam",
        contact_email: "sam@example.org",
      })
      .select("id"),
  );
  const { error } = await member.client.rpc("reveal_job_contact", { job_id: job?.id });
  if (error) throw error;
};
const enquire = async (who: Name, from: Name = "member") => {
  const { data, error } = await world.people[who].client.rpc("send_enquiry", {
    provider_id: world.people[from].id,
    subject: "A fence",
    message: "Could you mend it?",
  });
  if (error) throw error;
  return data as string;
};
const answer = (who: Name, enquiry_id: string) =>
  world.people[who].client.rpc("answer_enquiry", { enquiry_id, message: "With pleasure" });
const inContact = () => world.see<boolean>("select in_contact from public.feedback");

it("has no label by its author's word", async () => {
  expect(await outcome(give("seeker", { in_contact: true }))).toBe(FORBIDDEN);
  expect(await outcome(give("seeker", { verified: true }))).toBe(FORBIDDEN);
  expect(await outcome(give("seeker"))).toBe("let in");
  expect(await inContact()).toBe(false);
  const { seeker, admin } = world.people;
  for (const { client } of [seeker, admin]) {
    const change = client.from("feedback").update({ verified: true }).eq("user_id", seeker.id);
    expect(await outcome(change)).toBe(FORBIDDEN);
  }
});

it("says contact when the provider had unlocked a job of the author's, and of nobody else's", async () => {
  await meet();
  await give("rival");
  expect(await inContact()).toBe(false);
  await world.backend.db.query("delete from public.feedback");
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
  await world.backend.db.query("delete from public.feedback");
  await give("seeker");
  expect(await inContact(), "answered before").toBe(true);
});

it("says no contact by an enquiry of others, nor by one that the provider began", async () => {
  await answer("member", await enquire("rival"));
  await world.backend.db.query("update public.profiles set is_visible = true where id = $1", [
    world.people.hidden.id,
  ]);
  await answer("hidden", await enquire("member", "hidden"));
  await give("seeker");
  await give("hidden");
  expect(await world.see("select bool_or(verified or in_contact) from public.feedback")).toBe(
    false,
  );
  await world.backend.db.query("update public.profiles set is_visible = false where id = $1", [
    world.people.hidden.id,
  ]);
});

it("is summed up over public feedback, the same for everybody", async () => {
  await give("seeker", { rating: 2 });
  await give("rival", { rating: 5 });
  await give("plain", { rating: 5 });
  await world.people.admin.client
    .from("feedback")
    .update({ moderated_at: new Date().toISOString(), edit_reason: "Why" })
    .eq("user_id", world.people.plain.id);
  const provider = { p_provider: world.people.member.id };
  for (const who of ["visitor", "plain", "admin"] as const) {
    expect(await rows(world.clientOf(who).rpc("feedback_summary", provider)), who).toEqual([
      { rating: 5, total: 1, verified: 0, invited: 0 },
      { rating: 2, total: 1, verified: 0, invited: 0 },
    ]);
  }
});
