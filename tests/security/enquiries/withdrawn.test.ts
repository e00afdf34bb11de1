import { beforeEach, describe, expect, it } from "vitest";
import { enquiryActs } from "#tests/security/enquiries/acts.ts";
import { hireActs } from "#tests/security/feedback/hires-acts.ts";
import { allowed, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** How a provider reaches a client, and when it is over: withdrawn, blocked, closed, expired, hired elsewhere, lapsed. */
const world = testWorld();
const acts = hireActs(() => world);
const { own, send, revoke, idOf } = acts;

let job: string;
beforeEach(async () => {
  await acts.clear();
  await acts.live("1 year", "member");
  job = await acts.post();
  await rows(send("member", job));
  await own("delete from notify.notices");
});

const client = (who: Name) => world.people[who].client;
const write = (who: Name) =>
  world.rpc(who, "write_about_quote", {
    job_id: job,
    provider_id: idOf("member"),
    message: "Hello",
  });
const { enquire, answer } = enquiryActs(() => world);
const byMail = async (who: Name, enquiry: unknown) =>
  (
    await world.rpc("service", "receive_reply", {
      p_mail: crypto.randomUUID(),
      p_from: world.people[who].email,
      p_message: "Hello by mail",
      p_enquiry: enquiry,
      p_person: idOf(who),
    })
  ).data;
const block = () => acts.block("seeker", "member");
const arrived = async () => [
  await world.count("public.enquiry_messages where author_id = $1", [idOf("member")]),
  (await own("select from notify.notices where user_id = $1", [idOf("seeker")])).length,
];
const setJob = (changes: string) => own(`update public.jobs set ${changes} where id = '${job}'`);

describe("a provider begins no conversation", () => {
  it.each<[string, () => PromiseLike<unknown>, string]>([
    ["whose access was withdrawn", () => rows(revoke("seeker", job, "member")), "403 PT403"],
    ["whom the client has blocked", block, "403 PT403"],
    ["when the job is closed", () => setJob("status = 'closed'"), "403 PT403"],
    ["when its time is over", () => setJob("expires_at = now()"), "403 PT403"],
    ["when a moderator has stopped it", () => setJob("status = 'stopped'"), "403 PT403"],
    [
      "when somebody else was hired",
      async () => {
        await rows(acts.reveal(job, "hidden"));
        await rows(acts.hired("seeker", job, "here", "hidden"));
        await own("delete from notify.notices");
      },
      "403 PT403",
    ],
    ["without a membership", () => acts.live("0 days", "member"), "403 42501"],
  ])("%s", async (_when, end, refusal) => {
    await end();
    const before = await arrived();
    expect(await outcome(write("member"))).toBe(refusal);
    expect(await arrived()).toEqual(before);
    expect(await world.count("public.enquiries")).toBe(0);
  });

  it("but otherwise, and when hired", async () => {
    await allowed(write("member"));
    await own("delete from public.enquiries");
    await rows(acts.accept("seeker", job, "member"));
    await allowed(write("member"));
  });
});

describe("withdrawn access ends what the provider writes about the job", () => {
  it("in a conversation that is there, on the site and by mail, and when the job is deleted after it", async () => {
    const talk = (await write("seeker")).data;
    await allowed(answer("member", talk));
    await rows(revoke("seeker", job, "member"));
    const before = await arrived();
    const refuseAll = async () => {
      await refused(answer("member", talk), "403 PT403");
      expect(await byMail("member", talk)).toBe("refused");
      expect(await arrived()).toEqual(before);
    };
    await refuseAll();
    await refused(write("member"), "403 PT403");
    await rows(client("seeker").from("jobs").delete().eq("id", job).select("id"));
    await refuseAll();
    await allowed(answer("seeker", talk), "the client may");
  });

  it("and nothing else: not another job's, nor another provider's", async () => {
    const talk = (await write("seeker")).data;
    await rows(revoke("seeker", job, "member"));
    const other = await acts.post();
    await rows(send("member", other));
    job = other;
    await allowed(write("member"));
    const { data } = await enquire("seeker", "member");
    await allowed(answer("member", data));
    await refused(answer("member", talk), "403 PT403");
  });

  it("until the client hires them after all", async () => {
    const talk = (await write("seeker")).data;
    await rows(revoke("seeker", job, "member"));
    await rows(acts.accept("seeker", job, "member"));
    await allowed(answer("member", talk));
  });
});

describe("a blocked provider", () => {
  it("unlocks and quotes for no other job of the client", async () => {
    await block();
    job = await acts.post();
    await refused(acts.reveal(job), "403 PT403");
    await refused(send("member", job), "403 PT403");
    await allowed(acts.reveal(job, "hidden"));
  });

  it("replies to feedback without an email to its author", async () => {
    await block();
    const feedback_id = await acts.give("seeker");
    const reply = { feedback_id, provider_id: idOf("member"), reply_text: "Thanks" };
    await rows(client("member").from("feedback_replies").insert(reply).select("id"));
    expect(await acts.notices("feedback_reply")).toHaveLength(0);
  });
});
