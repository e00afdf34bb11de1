import { beforeEach, describe, expect, it } from "vitest";
import { allowed, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { quoteActs } from "./quotes-acts.ts";

// A job that was closed after a hire: it still says whom, until it is hired for again, reopened or given another outcome.

const world = testWorld();
const acts = quoteActs(() => world);
const { own, post, send, accept, hired, stateOf, statusOf, processExpiry, idOf, clear } = acts;

let job: string;
beforeEach(async () => {
  await clear();
  job = await post();
  await rows(send("member", job));
  await rows(send("hidden", job));
});
const update = (status: string) => acts.setStatus(job, status);
const hireAndClose = async (who: Name) => {
  await rows(accept("seeker", job, who));
  await rows(update("closed"));
};
/** What is left of a hire. */
const traces = () =>
  world.see(
    `select array_remove(array[outcome, hired_provider_id::text, hired_at::text, work_starts_on::text, done_question_at::text,
       done_by_provider_at::text], null) from public.jobs where id = $1`,
    [job],
  );
const newsOf = (who: Name) =>
  own("select data from notify.notices where kind = 'job_outcome' and user_id = $1", [idOf(who)]);

describe("a second hire", () => {
  it("has its own question and time, and nothing that the first provider said", async () => {
    await rows(accept("seeker", job, "member"));
    await own(
      "update public.jobs set done_by_provider_at = now(), done_question_at = now() - interval '61 days'",
    );
    await processExpiry();
    expect(await statusOf(job)).toBe("closed");
    await rows(hired("seeker", job, "here", "member"));
    await processExpiry();
    expect(await statusOf(job)).toBe("hired");
    const { data } = await world.rpc("seeker", "job_hire", { job_id: job });
    expect(data).toMatchObject({ provider_id: idOf("member"), said_done: false });
    expect(await stateOf(job, "member")).toBe("accepted");
  });

  it("of another provider takes the first acceptance back, and says so", async () => {
    await hireAndClose("member");
    expect(await stateOf(job, "member")).toBe("accepted");
    await own("delete from notify.notices");
    await rows(accept("seeker", job, "hidden"));
    const states = [await stateOf(job, "member"), await stateOf(job, "hidden")];
    expect(states).toEqual(["sent", "accepted"]);
    expect((await newsOf("member")).map(({ data }) => data)).toMatchObject([{ status: "hired" }]);
  });

  it("cannot be written past accept_quote()", async () => {
    await hireAndClose("member");
    await refused(update("hired"), "400 23514");
    expect(await statusOf(job)).toBe("closed");
  });

  it("is refused after 20 in a day", async () => {
    for (let turn = 0; turn < 20; turn++) {
      await allowed(accept("seeker", job, "member"), `${turn}`);
      await rows(update("open"));
    }
    await refused(accept("seeker", job, "member"), "429 PT429");
    expect(await stateOf(job, "member")).toBe("sent");
  });

  it.each<[string, string, string, string]>([
    ["is switched off", "profiles set is_active =", "false where id", "true where id"],
    [
      "waits for its deletion",
      "account_deletions set cancelled_at =",
      "null where user_id",
      "now() where user_id",
    ],
  ])("is refused where the provider's account %s", async (_what, change, leave, stay) => {
    await own(
      "insert into public.account_deletions (user_id, was_visible, closed_jobs, cancelled_at) values ($1, false, '{}', now()) on conflict do nothing",
      [idOf("hidden")],
    );
    await own(`update public.${change} ${leave} = $1`, [idOf("hidden")]);
    const named = async () => {
      const { data } = await world.rpc("seeker", "job_hire", { job_id: job });
      return data.candidates.map(({ id }: { id: string }) => id);
    };
    await refused(accept("seeker", job, "hidden"), "409 PT409");
    await own("delete from public.job_quotes where provider_id = $1", [idOf("hidden")]);
    expect(await named()).toEqual([]);
    await refused(hired("seeker", job, "here", "hidden"), "409 PT409");
    await own(`update public.${change} ${stay} = $1`, [idOf("hidden")]);
    expect(await named()).toEqual([idOf("hidden")]);
  });
});

it("somebody who blocked the client is emailed none of their words, and not hired", async () => {
  await rows(accept("seeker", job, "member"));
  for (const who of ["member", "hidden"] as const) await acts.block(who, "seeker");
  await own("delete from notify.notices; update public.jobs set work_starts_on = current_date - 2");
  await processExpiry();
  await rows(update("open"));
  await rows(acts.decline("seeker", job, "hidden", { reason: "You will hear from me" }));
  for (const hire of [accept("seeker", job, "member"), hired("seeker", job, "here", "hidden")])
    await refused(hire, "403 PT403");
  await rows(update("closed"));
  expect(await own("select user_id from notify.notices")).toEqual([{ user_id: idOf("seeker") }]);
});

describe("after a hire", () => {
  it.each(["elsewhere", "nobody"])("the outcome can become %s", async (result) => {
    await rows(accept("seeker", job, "member"));
    await own("update public.jobs set done_by_provider_at = now(), done_question_at = now()");
    await rows(update("closed"));
    await allowed(hired("seeker", job, result));
    expect([await statusOf(job), await traces()]).toEqual(["closed", [result]]);
    expect(await stateOf(job, "member")).toBe("sent");
  });

  it("a job that a moderator stops and allows goes on without it, also by way of a pause", async () => {
    await rows(accept("seeker", job, "member"));
    await own("update public.jobs set done_by_provider_at = now(), done_question_at = now()");
    await own("update public.jobs set status = 'stopped', expires_at = now() - interval '1 day'");
    await world.setProfile("seeker", "is_active = false");
    await rows(world.rpc("admin", "admin_allow_job", { job_id: job }));
    expect([await statusOf(job), await traces()]).toEqual(["paused", []]);
    await world.setProfile("seeker", "is_active = true");
    expect([await statusOf(job), await traces()]).toEqual(["open", []]);
    expect(await stateOf(job, "member")).toBe("sent");
    await processExpiry();
    expect(await statusOf(job)).toBe("open");
  });
});

describe("a confirmed hire", () => {
  it("stays won when the poster deletes its job", async () => {
    const lists = () => rows<{ job_status: string }>(world.rpc("member", "my_quotes"));
    await own("delete from public.hires");
    await rows(accept("seeker", job, "member"));
    await rows(world.from("seeker", "jobs").delete().eq("id", job));
    expect(await lists()).toMatchObject([
      { job_id: null, title: null, client: "Seeker Tester", job_status: "deleted", mine: true },
    ]);
    expect(await rows(world.rpc("rival", "my_quotes"))).toEqual([]);
    await own("update public.hires set client_id = null");
    expect(await lists()).toMatchObject([{ client: null, user_id: null, mine: true }]);
    for (const left of ["confirmed_at = null", "confirmed_at = now(), undone_at = now()"]) {
      await own(`update public.hires set ${left}`);
      expect(await lists(), left).toEqual([]);
    }
  });
});
