import { beforeEach, describe, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { dayAhead, quoteActs } from "./quotes-acts.ts";

const world = testWorld();
const acts = quoteActs(() => world);
const { own, post, put, send, accept, hired, done, notices, processExpiry, idOf, clear } = acts;
const { stateOf, statusOf } = acts;

let job: string;
beforeEach(async () => {
  await clear();
  job = await post();
});
const reveal = (who: Name) => acts.reveal(job, who);
const receivers = async (kind: string) =>
  (await notices(kind)).map(({ user_id }) => user_id).sort();
const update = (status: string) => world.from("seeker", "jobs").update({ status }).eq("id", job);
const facts = (
  status: string,
  outcome: string | null,
  hired_provider_id: string | null = null,
) => ({
  ...{ status, outcome, hired_provider_id },
  hired: hired_provider_id !== null,
});
const factsOf = () =>
  world.see(
    `select jsonb_build_object('status', status, 'outcome', outcome, 'hired_provider_id', hired_provider_id,
       'hired', hired_at is not null) from public.jobs`,
  );

describe("accepting a quote", () => {
  beforeEach(async () => {
    await rows(send("member", job, { earliest_start: dayAhead(3) }));
    await rows(send("hidden", job));
  });

  it("hires its provider, tells the others so, and ends what they may read", async () => {
    await rows(reveal("hidden"));
    await rows(accept("seeker", job, "member"));
    expect(await factsOf()).toEqual(facts("hired", "here", idOf("member")));
    expect(await world.see("select work_starts_on::text from public.jobs")).toBe(dayAhead(3));
    const states = [await stateOf(job, "member"), await stateOf(job, "hidden")];
    expect(states).toEqual(["accepted", "sent"]);
    expect(await receivers("job_hired")).toEqual([idOf("member")]);
    expect(await receivers("job_outcome")).toEqual([idOf("hidden")]);
    const [news] = await notices("job_outcome");
    const words = { job_id: job, title: "Fix my roof", status: "hired", other: "Seeker Tester" };
    expect(news?.data).toEqual(words);
    expect(await rows(reveal("member"))).toHaveLength(1);
    await refused(reveal("hidden"), "403 PT403");
    await refused(send("hidden", job), "409 PT409");
    await refused(send("member", job), "409 PT409");
    expect((await world.rpc("visitor", "search_jobs")).data).toMatchObject({ total: 0 });
    expect((await world.rpc("visitor", "job_page", { job_id: job })).data).toEqual({
      state: "closed",
      job: null,
    });
    const shown = await world.rpc("seeker", "job_page", { job_id: job });
    expect(shown.data).toMatchObject({ state: "hired" });
  });

  it("twice at once: one wins, the other gets a 409", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const outcomes = await Promise.all(
        (["member", "hidden", "member"] as const).map((who) => outcome(accept("seeker", job, who))),
      );
      expect(outcomes.sort()).toEqual(["409 PT409", "409 PT409", "let in"]);
      expect(await world.count("public.job_quotes where state = 'accepted'")).toBe(1);
      await rows(update("open").select("id"));
    }
  });

  it("can fall through: the job is open again, and every quote as it was", async () => {
    await rows(accept("seeker", job, "member"));
    await own("delete from notify.notices");
    await rows(update("open").select("id"));
    expect(await factsOf()).toEqual(facts("open", null));
    expect([await stateOf(job, "member"), await stateOf(job, "hidden")]).toEqual(["sent", "sent"]);
    expect(await receivers("job_outcome")).toEqual([idOf("member")]);
    expect(await rows(reveal("hidden"))).toHaveLength(1);
    await allowed(accept("seeker", job, "hidden"));
  });
});

describe("the client says whom they hired", () => {
  it.each<[Name | "visitor", string]>([
    ["rival", "404 PT404"],
    ["member", "404 PT404"],
    ["admin", "404 PT404"],
    ["idle", FORBIDDEN],
  ])("and not %s: %s", async (who, expected) => {
    await rows(reveal("member"));
    const before = await world.picture("public.jobs");
    for (const result of ["here", "elsewhere", "nobody"])
      expect(await outcome(hired(who, job, result, "member"))).toBe(expected);
    expect(await world.picture("public.jobs")).toBe(before);
  });

  it("here: somebody who has unlocked the contact, and whose quote is not open", async () => {
    await refused(hired("seeker", job, "here", "member"), "400 PT400");
    await refused(hired("seeker", job, "here"), "400 PT400");
    await refused(hired("seeker", job, "somewhere"), "400 PT400");
    await rows(reveal("member"));
    await rows(send("hidden", job));
    await refused(hired("seeker", job, "here", "hidden"), "409 PT409");
    await allowed(hired("seeker", job, "here", "member"));
    await refused(hired("seeker", job, "here", "member"), "409 PT409");
    expect(await factsOf()).toMatchObject({ status: "hired", hired_provider_id: idOf("member") });
    expect([await receivers("job_hired"), await receivers("job_outcome")]).toEqual([
      [idOf("member")],
      [idOf("hidden")],
    ]);
    const [mine] = await rows(world.rpc("member", "my_quotes"));
    expect(mine).toMatchObject({ job_id: job, mine: true, job_status: "hired", message: null });
  });

  it.each(["elsewhere", "nobody"])(
    "%s closes the job, and says to nobody which",
    async (result) => {
      await rows(send("member", job));
      await allowed(hired("seeker", job, result));
      expect(await factsOf()).toEqual(facts("closed", result));
      expect((await notices("job_outcome")).map(({ data }) => data)).toEqual([
        { job_id: job, title: "Fix my roof", status: "closed", other: "Seeker Tester" },
      ]);
      await refused(world.from("rival", "jobs").select("outcome"), FORBIDDEN);
    },
  );

  it("after closing too, but not of a job that is paused, stopped or done", async () => {
    await rows(reveal("member"));
    for (const status of ["paused", "stopped", "done", "hired"]) {
      await put(job, status);
      await refused(hired("seeker", job, "nobody"), "409 PT409", status);
      await refused(hired("seeker", job, "here", "member"), "409 PT409", status);
    }
    for (const status of ["closed", "expired"]) {
      await put(job, status);
      await allowed(hired("seeker", job, "here", "member"), status);
    }
  });

  it("by the link of 'still looking?', without logging in", async () => {
    for (const [hired_elsewhere, result] of [
      [true, "elsewhere"],
      [false, "nobody"],
      [null, null],
    ] as const) {
      await put(job, "open");
      await own(
        "delete from notify.notices; delete from private.job_questions; update public.jobs set expires_at = now() + interval '1 day', expiry_notice_at = null",
      );
      await processExpiry();
      const token = (await notices("job_still_looking"))[0]?.data.token;
      const given = { token, still_looking: false, hired_elsewhere };
      const answer = world.rpc("visitor", "answer_job_question", given);
      expect((await answer).data).toMatchObject({ status: "closed" });
      expect(await world.see("select outcome from public.jobs")).toBe(result);
    }
  });
});

describe("done", () => {
  beforeEach(async () => {
    await rows(send("member", job));
    await rows(accept("seeker", job, "member"));
    await own("delete from notify.notices");
  });
  const start = (days: number) =>
    own("update public.jobs set work_starts_on = current_date + $1::int", [days]);
  const both = () => [idOf("seeker"), idOf("member")].sort();

  it("is asked of both, once, after the start", async () => {
    await processExpiry();
    expect(await receivers("job_done_question")).toEqual([]);
    await start(-2);
    for (let turn = 0; turn < 2; turn++) await processExpiry();
    expect(await receivers("job_done_question")).toEqual(both());
  });

  it("is the client's word; the provider's is recorded, and the client asked", async () => {
    for (const who of ["rival", "hidden", "admin"] as const)
      await refused(done(who, job), "404 PT404", who);
    for (let turn = 0; turn < 2; turn++) await allowed(done("member", job));
    expect(await statusOf(job)).toBe("hired");
    expect(await receivers("job_done_question")).toEqual([idOf("seeker")]);
    await allowed(done("seeker", job));
    expect(await statusOf(job)).toBe("done");
    expect(await receivers("job_outcome")).toEqual([idOf("member")]);
    await refused(done("seeker", job), "409 PT409");
    await refused(update("open"), "400 23514");
  });

  it("is never assumed: 60 days of silence close the job", async () => {
    await start(-2);
    await processExpiry();
    await own("update public.jobs set done_question_at = now() - interval '59 days'");
    await processExpiry();
    expect(await statusOf(job)).toBe("hired");
    await own("update public.jobs set done_question_at = now() - interval '61 days'");
    await processExpiry();
    expect(await factsOf()).toEqual(facts("closed", "here", idOf("member")));
    await refused(done("seeker", job), "409 PT409");
    await allowed(reveal("member"));
  });

  it("keeps quotes for 90 days after the end, and then only who was hired", async () => {
    await rows(done("seeker", job));
    for (const [days, left] of [
      [89, 1],
      [91, 0],
    ]) {
      await own("update public.jobs set ended_at = now() - $1::int * interval '1 day'", [days]);
      await processExpiry();
      expect(await world.count("public.job_quotes")).toBe(left);
    }
    expect(await factsOf()).toMatchObject({ status: "done", hired_provider_id: idOf("member") });
    const [mine] = await rows(world.rpc("member", "my_quotes"));
    expect(mine).toMatchObject({ mine: true, price_min: null, message: null });
  });
});
