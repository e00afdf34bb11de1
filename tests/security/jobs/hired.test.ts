import { beforeEach, describe, expect, it } from "vitest";
import { CONTACT_DAYS } from "#domain/jobs/lifecycle.ts";
import { allowed, FORBIDDEN, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { SECRET } from "./contacts-world.ts";
import { quoteActs } from "./quotes-acts.ts";

// What the hired provider reads, and until when: the job, its contact and their own quote.

const world = testWorld();
const acts = quoteActs(() => world);
const { own, send, accept, done, hired, revoke, processExpiry, idOf, clear } = acts;

let job: string;
beforeEach(async () => {
  await clear();
  job = await acts.post(SECRET);
  await rows(send("hidden", job, { message: "not mine" }));
});
const clientOf = (who: Name) => world.people[who].client;
const setStatus = (status: string) => rows(acts.setStatus(job, status));

/** All that one person reads of the job. */
const readBy = async (who: Name) => {
  const client = clientOf(who);
  const page = await client.rpc("job_page", { job_id: job });
  const contact = await client.rpc("reveal_job_contact", { job_id: job });
  const listed = await rows<{ job_id: string }>(client.rpc("my_quotes"));
  return {
    state: page.data?.state,
    description: page.data?.job?.description ?? null,
    contact: contact.error ? `${contact.status} ${contact.error.code}` : contact.data,
    row: (await rows(client.from("jobs").select("title, description").eq("id", job)))[0] ?? null,
    quote: (await rows(client.from("job_quotes").select("message").eq("job_id", job)))[0] ?? null,
    hire: Boolean((await client.rpc("job_hire", { job_id: job })).data),
    listed: listed.find((row) => row.job_id === job),
  };
};
const WON = {
  description: "It drips",
  contact: [SECRET],
  row: { title: "Fix my roof", description: "It drips" },
  quote: { message: "mine" },
  hire: true,
};
const LOST = { state: "closed", description: null, row: null, hire: false };

describe("the hired provider", () => {
  beforeEach(async () => {
    await rows(send("member", job, { message: "mine" }));
    await rows(accept("seeker", job, "member"));
  });
  const expectWon = async (state: string) => {
    expect(await readBy("member")).toMatchObject({
      ...WON,
      state,
      listed: {
        mine: true,
        readable: true,
        job_status: state,
        description: "It drips",
        message: "mine",
      },
    });
    expect(await readBy("hidden")).toMatchObject({
      ...LOST,
      contact: "403 PT403",
      quote: { message: "not mine" },
      listed: { mine: false, readable: false, description: null, message: "not mine" },
    });
    expect(await readBy("rival")).toMatchObject({ ...LOST, quote: null, listed: undefined });
  };

  it("reads the job, the contact and the quote while in progress and when done", async () => {
    await expectWon("hired");
    await own("update public.jobs set expires_at = now() - interval '1 day'");
    await processExpiry();
    await expectWon("hired");
    await rows(done("member", job));
    await rows(done("seeker", job));
    await expectWon("done");
  });

  it("also when the job is closed, by its poster or after 60 days of silence", async () => {
    await setStatus("closed");
    await expectWon("closed");
  });

  it("also after the membership has ended, and while the poster's account is switched off or leaving", async () => {
    await world.setMembership("member", "subscription_end = now()");
    await world.setProfile("seeker", "is_active = false");
    expect(await readBy("member")).toMatchObject({ ...WON, state: "hired" });
    await world.setProfile("seeker", "is_active = true");
    await own("insert into public.account_deletions (user_id, was_visible) values ($1, true)", [
      idOf("seeker"),
    ]);
    expect(await readBy("member")).toMatchObject({ ...WON, state: "hired" });
    await own("delete from public.account_deletions");
    await world.setMembership("member", "subscription_end = now() + interval '1 year'");
  });

  it("but no contact that the poster has withdrawn, and nothing of a job that a moderator stopped", async () => {
    await rows(revoke("seeker", job, "member"));
    expect(await readBy("member")).toMatchObject({ ...WON, contact: "403 PT403" });
    await rows(clientOf("admin").rpc("admin_stop_job", { job_id: job, reason: "Spam" }));
    expect(await readBy("member")).toMatchObject({
      ...LOST,
      contact: "403 PT403",
      listed: { mine: false, readable: false, description: null },
    });
  });

  it("until the contact is erased", async () => {
    await rows(done("seeker", job));
    const age = (days: number) =>
      own("update public.jobs set ended_at = now() - $1 * interval '1 day'", [days]);
    await age(CONTACT_DAYS - 1);
    await processExpiry();
    await expectWon("done");
    await age(CONTACT_DAYS + 1);
    await processExpiry();
    expect(await readBy("member")).toMatchObject({
      ...LOST,
      quote: null,
      listed: { mine: true, readable: false, description: null },
    });
  });

  it("no longer when the hire fell through", async () => {
    await setStatus("open");
    await setStatus("closed");
    expect(await readBy("member")).toMatchObject({ ...LOST, contact: "403 PT403" });
  });

  it("can report the job, and cannot change it or select its contact", async () => {
    const report = { target_type: "job", target_id: job, reason: "spam" };
    await allowed(clientOf("member").rpc("report_content", report));
    await refused(clientOf("plain").rpc("report_content", report), "404 PT404");
    const before = await world.picture("public.jobs");
    const jobs = () => clientOf("member").from("jobs");
    await outcome(jobs().update({ title: "Mine" }).eq("id", job));
    await outcome(jobs().delete().eq("id", job));
    for (const column of ["contact_email", "contact_phone", "contact_name"])
      await refused(jobs().select(column), FORBIDDEN);
    expect(await world.picture("public.jobs")).toBe(before);
  });
});

it("a provider who is named without a quote reads the job too, and no start is made up", async () => {
  await rows(clientOf("member").rpc("reveal_job_contact", { job_id: job }));
  await rows(hired("seeker", job, "here", "member"));
  expect(await readBy("member")).toMatchObject({ ...WON, quote: null, state: "hired" });
  expect((await rows(clientOf("seeker").rpc("my_jobs")))[0]).toMatchObject({ starts_on: null });
});

it("a job whose time is over reopens before the clock's task has run", async () => {
  await own("update public.jobs set expires_at = now() - interval '1 minute'");
  const live = () => world.see("select expires_at > now() from public.jobs where id = $1", [job]);
  await rows(clientOf("seeker").from("jobs").update({ title: "Roof" }).eq("id", job).select("id"));
  expect(await live()).toBe(false);
  await setStatus("open");
  expect(await live()).toBe(true);
});
