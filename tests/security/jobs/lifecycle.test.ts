import { beforeEach, describe, expect, it } from "vitest";
import { JOB_DAYS, type JobState } from "#domain/jobs/lifecycle.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { lifecycleOf, mayBecome } from "#tests/lifecycles.ts";
import { A_JOB, allowed, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { jobActs } from "./lifecycle-acts.ts";

const world = testWorld();
const JOB_LIFECYCLE = lifecycleOf("Job");
const STATES = Object.keys(JOB_LIFECYCLE.states) as JobState[];
const PAIRS = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));
const FIXED = "A job with this status cannot be changed in this way.";
const SECRETS = /hush@secret/;

const acts = jobActs(() => world);
const { own, post, put, statusOf, clear } = acts;

let job: string;
beforeEach(async () => {
  await clear();
  job = await post();
});

describe("a job's status", () => {
  const byPoster = (from: string, to: string) =>
    JOB_LIFECYCLE.events.some(
      (event) => event.from === from && event.to === to && event.by.includes("its poster"),
    );

  it("has the states of the table, and no other", async () => {
    const stored = await world.see<string>(
      "select pg_get_constraintdef(oid) from pg_constraint where conname = 'jobs_status_check'",
    );
    expect([...stored.matchAll(/'(\w+)'/g)].map(([, state]) => state)).toEqual(STATES);
    const roads = await own("select was, becomes from private.job_transitions()");
    const listed = PAIRS.filter(([from, to]) => from !== to && mayBecome(JOB_LIFECYCLE, from, to));
    expect(roads.map(({ was, becomes }) => `${was} ${becomes}`).sort()).toEqual(
      listed.map((pair) => pair.join(" ")).sort(),
    );
  });

  it.each(PAIRS.filter(([from, to]) => from !== to))(
    "from %s to %s: as the table says",
    async (from, to) => {
      await put(job, from);
      const jobs = world.from("seeker", "jobs");
      const result = await outcome(jobs.update({ status: to }).eq("id", job));
      // A hire names somebody, so its status alone cannot be written (tests/security/jobs/hires.test.ts).
      const written = byPoster(from, to) && to !== "hired";
      expect(result).toBe(written ? "let in" : "400 23514");
      expect(await statusOf(job)).toBe(written ? to : from);

      // The clock and the mail's link act without a caller.
      await put(job, from);
      const hire = to === "hired" ? ", outcome = 'here', hired_at = now()" : "";
      const change = own(`update public.jobs set status = $2${hire} where id = $1`, [job, to]);
      if (mayBecome(JOB_LIFECYCLE, from, to)) await change;
      else await expect(change).rejects.toThrow(FIXED);
    },
  );

  it("has the days of the rule when it is posted", async () => {
    const days = await world.see<number>(
      "select round(extract(epoch from expires_at - now()) / 86400)::int from public.jobs where id = $1",
      [job],
    );
    expect(days).toBe(JOB_DAYS);
  });

  it("still changes when one of its categories is no more", async () => {
    await own("update public.jobs set title = title");
    await own(
      "set session_replication_role = replica; update public.jobs set category = 'Gone', categories = '{Gone}'; set session_replication_role = origin",
    );
    const jobs = world.from("seeker", "jobs");
    await allowed(jobs.update({ status: "closed" }).eq("id", job));
  });
});

describe("the limit of reveals", () => {
  const reveal = (who: Name) => acts.reveal(job, who);
  const limit = (reveal_limit: unknown) =>
    world.from("seeker", "jobs").update({ reveal_limit }).eq("id", job).select("id");

  it("admits exactly so many, also when all arrive at once", async () => {
    await rows(limit(1));
    const all = ["member", "member", "hidden", "hidden"] as const;
    const outcomes = await Promise.all(all.map((who) => outcome(reveal(who))));
    expect(outcomes.filter((one) => one === "let in")).toHaveLength(2);
    expect(outcomes.filter((one) => one === "409 PT409")).toHaveLength(2);
    expect(await world.count("public.job_contact_reveals")).toBe(1);
  });

  it("does not take back what was unlocked, and never counts the poster", async () => {
    await rows(reveal("member"));
    await rows(limit(1));
    expect(await rows(reveal("member"))).toHaveLength(1);
    expect(await rows(reveal("seeker"))).toHaveLength(1);
    const refused = await reveal("hidden");
    expect(`${refused.status} ${refused.error?.code}`).toBe("409 PT409");
    expect(JSON.stringify(refused)).not.toMatch(SECRETS);
    expect(await world.count("public.job_contact_reveals")).toBe(1);
  });

  it.each([[0], [-1], [LIMITS.jobs.reveal_limit + 1], ["many"]])(
    "is refused as %j",
    (reveal_limit) => refused(limit(reveal_limit), /^400 (23514|22P02)/),
  );
});

describe("a job's page", () => {
  const seen = async (who: Name | "visitor", job_id: unknown = job) =>
    (await world.rpc(who, "job_page", { job_id })).data;

  it("shows an open job to everybody, and a closed one to its poster and admins", async () => {
    const shown = { state: "open", job: { id: job, title: A_JOB.title } };
    expect(await seen("visitor")).toMatchObject(shown);
    for (const status of ["closed", "expired"]) {
      await put(job, status);
      for (const who of ["visitor", "member", "rival", "hidden"] as const) {
        expect(await seen(who), who).toEqual({ state: "closed", job: null });
      }
      for (const who of ["seeker", "admin"] as const) {
        expect(await seen(who), who).toMatchObject({ state: status, job: { id: job } });
      }
    }
    expect(await seen("visitor", crypto.randomUUID())).toEqual({ state: "unknown", job: null });
  });
});
