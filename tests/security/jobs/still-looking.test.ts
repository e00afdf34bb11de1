import { beforeEach, describe, expect, it } from "vitest";
import { JOB_DAYS } from "#domain/jobs/lifecycle.ts";
import { A_JOB, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { jobActs } from "./lifecycle-acts.ts";

const world = testWorld();
const SECRETS = /hush@secret/;

const acts = jobActs(() => world);
const { own, post, statusOf, processExpiry, notices, clear } = acts;

let job: string;
beforeEach(async () => {
  await clear();
  job = await post();
});

describe("still looking?", () => {
  const sendReminder = async () => {
    await own("update public.jobs set expires_at = now() + interval '4 days'");
    await processExpiry();
    const [notice] = await notices("job_still_looking");
    return notice?.data.token ?? "";
  };
  const answer = (token: unknown, still_looking: unknown = true) =>
    world.rpc("visitor", "answer_job_question", { token, still_looking });

  it("is asked once, before the end, and only about open jobs", async () => {
    await processExpiry();
    expect(await notices("job_still_looking")).toEqual([]);
    const token = await sendReminder();
    await processExpiry();
    const reminders = await notices("job_still_looking");
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.user_id).toBe(world.people.seeker.id);
    expect(JSON.stringify(reminders)).not.toMatch(SECRETS);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const stored = "private.job_questions q where q::text like '%' || $1 || '%'";
    expect(await world.count(stored, [token])).toBe(0);
  });

  it("changes nothing by being opened", async () => {
    const token = await sendReminder();
    const before = await world.picture("public.jobs", "private.job_questions");
    for (let turn = 0; turn < 2; turn++) {
      const seen = await world.rpc("visitor", "job_question", { token }, { get: true });
      expect(seen.data).toMatchObject({ title: A_JOB.title, status: "open", answer: null });
      expect(JSON.stringify(seen.data)).not.toMatch(SECRETS);
    }
    const path = `/rest/v1/rpc/answer_job_question?token=${token}&still_looking=true`;
    const get = await world.request(path);
    expect(get.status).toBe(405);
    expect(await world.picture("public.jobs", "private.job_questions")).toBe(before);
  });

  it("gives 30 more days by one click of any person with the link, once", async () => {
    const token = await sendReminder();
    for (let turn = 0; turn < 2; turn++) {
      expect((await answer(token)).data).toMatchObject({ status: "open", answer: "yes" });
    }
    const [row] = await own(
      "select expiry_notice_at, round(extract(epoch from expires_at - now()) / 86400)::int as days from public.jobs",
    );
    expect(row).toEqual({ expiry_notice_at: null, days: JOB_DAYS });
    // The link is used up: it cannot close the job any more.
    await refused(answer(token, false), "409 PT409");
    expect(await statusOf(job)).toBe("open");
  });

  it("closes the job when it is not", async () => {
    const token = await sendReminder();
    expect((await answer(token, false)).data).toMatchObject({ status: "closed", answer: "no" });
    expect(await statusOf(job)).toBe("closed");
    await refused(answer(token, true), "409 PT409");
  });

  it("also brings back what has expired, but not what its poster closed", async () => {
    const token = await sendReminder();
    await own("update public.jobs set expires_at = now() - interval '1 second'");
    await processExpiry();
    expect(await statusOf(job)).toBe("expired");
    expect(await notices("job_expired")).toHaveLength(1);
    await refused(world.rpc("member", "reveal_job_contact", { job_id: job }), "409 PT409");
    expect((await world.rpc("visitor", "search_jobs")).data).toMatchObject({ total: 0, jobs: [] });
    expect((await answer(token)).data).toMatchObject({ status: "open" });
    expect((await world.rpc("visitor", "search_jobs")).data).toMatchObject({ total: 1 });

    await own("delete from notify.notices");
    const again = await sendReminder();
    await rows(acts.setStatus(job, "closed"));
    await refused(answer(again), "409 PT409");
    expect(await statusOf(job)).toBe("closed");
  });

  it("accepts no other token, and nothing after 30 days or for a deactivated person", async () => {
    const token = await sendReminder();
    const upper = token.toUpperCase().replace(/^./, "Z");
    for (const wrong of ["", "x", token.slice(1), `${token}0`, upper, null]) {
      await refused(answer(wrong), "404 PT404", String(wrong));
      expect((await world.rpc("visitor", "job_question", { token: wrong })).data).toBeNull();
    }
    await refused(answer(token, null), "404 PT404");
    await world.setProfile("seeker", "is_active = false");
    await refused(answer(token), "404 PT404");
    await world.setProfile("seeker", "is_active = true");
    await own("update private.job_questions set sent_at = now() - interval '31 days'");
    await refused(answer(token), "404 PT404");
    expect(await statusOf(job)).toBe("open");
  });
});
